import type { SettingValues } from '../../../config/settings.ts';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { createLru } from '../../../runtime/async/cache.ts';
import { inTurns } from '../../../runtime/async/turns.ts';
import type { CataloguedCategory } from '../../answers/index/catalogue.ts';
import { type CategoryFinder, createCategoryFinder } from './category-finder.ts';
import type { KeptAnswers, ScopeTexts } from './kept-answers.ts';
import type { PieceFinder } from './piece-finder.ts';

/** What guidance is found by: made when it is first searched, and kept for as long as its scopes. */
export interface Finders {
  of(scope: ResolvedScope): Promise<CategoryFinder>;
  /** Of several scopes together; the last one made is kept. */
  ofAll(scopes: readonly ResolvedScope[]): Promise<PieceFinder>;
}

/** Finders kept for each scope: one for each set of values that plugins give. */
const keptPerScope = 2;
/** Characters of the texts that kept finders have read. */
const maxHeld = 32 * 1024 * 1024;

export function createFinders(
  settings: Pick<SettingValues, 'search_language' | 'default_category_description' | 'rules_details'>,
  answers: KeptAnswers,
): Finders {
  const language = settings.search_language;
  let kept = new WeakMap<ResolvedScope, Map<string, Promise<CategoryFinder>>>();
  let held = 0;
  let last: { readonly scopes: readonly ResolvedScope[]; readonly finder: Promise<PieceFinder> } | null =
    null;

  async function make(scope: ResolvedScope, texts: ScopeTexts): Promise<CategoryFinder> {
    const { readingCatalogue } = await import('../../answers/index/catalogue.ts');
    const renderer = (await texts.open())();
    const categories = await inTurns(readingCatalogue(scope, renderer, settings));
    const size = sizeOf(categories);
    held += size;
    // Starts afresh: what is still asked for is made again, what is not is gone.
    if (held > maxHeld) {
      kept = new WeakMap([[scope, kept.get(scope) ?? new Map()]]);
      held = size;
    }
    return createCategoryFinder(categories, language);
  }

  async function makeOfAll(scopes: readonly ResolvedScope[]): Promise<PieceFinder> {
    const { createPieceFinder } = await import('./piece-finder.ts');
    return createPieceFinder(scopes, answers, language);
  }

  return {
    async of(scope) {
      const texts = await answers.texts(scope);
      const key = texts.key ?? '';
      const known = kept.get(scope) ?? createLru<Promise<CategoryFinder>>(keptPerScope);
      kept.set(scope, known);
      const finder = known.get(key) ?? make(scope, texts);
      known.set(key, finder);
      finder.catch(() => known.delete(key));
      return finder;
    },
    async ofAll(scopes) {
      const isSame =
        last?.scopes.length === scopes.length && last.scopes.every((one, at) => one === scopes[at]);
      if (last === null || !isSame) {
        const made = { scopes, finder: makeOfAll(scopes) };
        made.finder.catch(() => {
          if (last === made) last = null;
        });
        last = made;
      }
      return last.finder;
    },
  };
}

function sizeOf(categories: readonly CataloguedCategory[]): number {
  let size = 0;
  for (const { category, rules, details, procedures } of categories) {
    size += category.length;
    for (const text of [...rules, ...details, ...procedures]) size += text.length;
  }
  return size;
}
