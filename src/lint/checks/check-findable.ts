import type { AuthoredText } from '../../content/authored.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import type { Language } from '../../search/languages.ts';
import type { SearchDocument } from '../../search/search-document.ts';
import { splitRuns, splitWords } from '../../search/split-words.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Merged } from '../read/merge-scope.ts';
import type { Report } from '../report.ts';

/** The kinds whose categories a search finds; each has a file of its name. */
const searched = [...ruleKinds, 'katas'] as const;
/** Queries that are made of a category's own texts. */
const queries = 10;
/** Distinct words of one text that find it for sure: by them it is the best answer to itself. */
const enoughWords = 3;
/** Categories that an answer shows at least, if so many match. */
const shown = 8;

/**
 * Reports the categories without a `when` that a scope brings in and no search finds: not by any of ten queries that are made of their own
 * rules and katas. Few come into question, so that an index is made for them alone.
 */
export async function checkFindable(merged: Merged, language: string, report: Report): Promise<void> {
  // A `when` may stand in what could not be read.
  if (!merged.knows(...searched)) return;
  const candidates = broughtIn(merged).filter(({ name }) => !hasWhen(merged.resolved, name));
  if (candidates.length === 0) return;
  const { loadLanguage } = await import('../../search/languages.ts');
  const known = await loadLanguage(language);
  const doubtful = candidates.filter(({ name }) =>
    textsOf(merged.resolved, name).every((text) => wordsOf(text, known).size < enoughWords),
  );
  if (doubtful.length === 0) return;
  const [{ createSearchIndex }, { rank }] = await Promise.all([
    import('../../search/search-index.ts'),
    import('../../search/rank.ts'),
  ]);
  const documents = documentsOf(merged.resolved);
  const keys = documents.map(({ key }) => key);
  const index = await createSearchIndex(documents, known, () => undefined);
  for (const { name, key } of doubtful) {
    const isFound = textsOf(merged.resolved, name).some((text) =>
      rank(keys, index, index.query([{ text, weight: 1 }]))
        .slice(0, shown)
        .some(({ document }) => keys[document] === name),
    );
    if (isFound) continue;
    const message = `no search finds the category \`${name}\`: it has no \`when\`, and its name and texts have only common words`;
    const hint = 'Add `when`, the situation that it is for, in words that somebody would search for';
    report.add('not-findable', key, message, hint);
  }
}

/** The categories that the scope's own files have, and no ancestor. */
function broughtIn({ scope, inherited, doubtful }: Merged): readonly { name: string; key: AuthoredText }[] {
  const found = new Map<string, AuthoredText>();
  // A file with errors lacks words that its categories would be found by.
  const unsure = new Set(
    searched.filter((kind) => scope.faulty.has(kind)).flatMap((kind) => namesIn(scope, kind)),
  );
  for (const kind of searched) {
    for (const { category } of scope.outline.guidance[kind]) {
      if (category === null || found.has(category.name)) continue;
      if (unsure.has(category.name) || doubtful.has(category.name)) continue;
      if (searched.some((one) => inherited[one].has(category.name))) continue;
      found.set(category.name, category.key);
    }
  }
  return [...found].map(([name, key]) => ({ name, key }));
}

function namesIn({ outline }: LintScope, kind: (typeof searched)[number]): string[] {
  return outline.guidance[kind].flatMap(({ category }) => category?.name ?? []);
}

function hasWhen(resolved: ResolvedScope, name: string): boolean {
  return searched.some((kind) => (resolved[kind].get(name)?.when ?? null) !== null);
}

/** What queries are made of: the name, and the first texts. */
function textsOf(resolved: ResolvedScope, name: string): readonly string[] {
  const rules = ruleKinds.flatMap((kind) => resolved[kind].get(name)?.rules.map(({ text }) => text) ?? []);
  const katas = [...(resolved.katas.get(name)?.katas.values() ?? [])].map(
    (kata) => `${kata.name} ${kata.when ?? ''} ${kata.procedure}`,
  );
  return [name, ...rules, ...katas].slice(0, queries);
}

function wordsOf(text: string, { stem, stopWords }: Language): ReadonlySet<string> {
  const words = splitRuns(text).flatMap(splitWords);
  return new Set(words.filter((word) => !stopWords.has(word)).map(stem));
}

function documentsOf(resolved: ResolvedScope): readonly SearchDocument[] {
  const names = new Set(searched.flatMap((kind) => [...resolved[kind].keys()]));
  return [...names].map((key) => ({
    key,
    fields: [
      { text: key, weight: 3, isAbout: true },
      ...ruleKinds.map((kind) => ({
        text: resolved[kind].get(key)?.when ?? '',
        weight: 2,
        isAbout: true,
      })),
    ],
    parts: textsOf(resolved, key).slice(1),
  }));
}
