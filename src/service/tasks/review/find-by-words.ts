import { beginsExport } from '../../../model/text/marked-block.ts';
import type { WeighedText } from '../../../search/search-document.ts';
import type { FindByWords } from '../../review/policy/policy.ts';
import type { CategoryFinder } from '../../runtime/answers/category-finder.ts';

/** Of the words of file names: they say where something is, and only roughly what it is about. */
const nameWeight = 0.5;
/** Characters of the added lines of a file that are looked at. */
const mostCharacters = 8000;
/** Categories by words alone of one file. */
const most = 8;

/**
 * Finds the categories that fit a file for sure, by its name and the words of its added lines. Equal files are looked at once. A file that an
 * export writes has the words of all rules, and fits none.
 */
export function createFindByWords(finder: CategoryFinder): FindByWords {
  const known = new Map<string, Promise<ReadonlyMap<string, number>>>();
  const search = async (texts: readonly WeighedText[]) => {
    const { found } = await finder.search(texts, []);
    const fitting = found.filter(({ fits }) => fits).slice(0, most);
    return new Map(
      fitting.map(({ place, score }) => [finder.categories[place]?.category ?? '', score] as const),
    );
  };
  return async ({ path, old, kind, added }) => {
    if (/\.mdc?$/.test(path) && added.some(({ text }) => beginsExport(text))) return new Map();
    const names = [path, old ?? ''].join('\n').replace(/\b\w{1,2}\b/g, '');
    const words = kind === 'text' ? wordsOf(added) : '';
    const key = `${names}\0${words}`;
    const found =
      known.get(key) ??
      search([
        { text: words, weight: 1 },
        { text: names, weight: nameWeight },
      ]);
    known.set(key, found);
    return found;
  };
}

function wordsOf(added: readonly { readonly text: string }[]): string {
  let text = '';
  for (const line of added) {
    if (text.length + line.text.length > mostCharacters) break;
    text += `${line.text}\n`;
  }
  return text;
}
