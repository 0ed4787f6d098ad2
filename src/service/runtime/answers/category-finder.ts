import { lazy } from '../../../runtime/async/lazy.ts';
import { createPause } from '../../../runtime/async/turns.ts';
import type { Likeness, MissedFor } from '../../../search/learnt.ts';
import type { SearchDocument, WeighedText } from '../../../search/search-document.ts';
import type { SearchIndex } from '../../../search/search-index.ts';
import type { CataloguedCategory } from '../../answers/index/catalogue.ts';
import { buildIndex } from './build-index.ts';

/** A category that was found by its texts. */
export interface FoundCategory {
  /** Its place among the categories. */
  readonly place: number;
  readonly score: number;
  /** Whether it fits for sure, and not only perhaps. */
  readonly fits: boolean;
  /** Whether reports of missed categories have raised it. */
  readonly isLearnt: boolean;
}

/** What the categories of a scope are found by. */
export interface CategoryFinder {
  /** In the order of their segments. */
  readonly categories: readonly CataloguedCategory[];
  /**
   * The categories that fit the texts, best first, and what gives the best rule of each and the words that it shares. Those `settled` are
   * there in any case. Each topic of a `task` is sought by itself too. The first search builds the index.
   */
  search(
    texts: readonly WeighedText[],
    reports: readonly MissedFor[],
    settled?: ReadonlySet<number>,
    task?: string,
  ): Promise<{
    readonly found: readonly FoundCategory[];
    ruleOf(place: number): string | null;
    wordsOf(place: number): readonly string[];
  }>;
}

export function createCategoryFinder(
  categories: readonly CataloguedCategory[],
  language: string,
): CategoryFinder {
  const keys = categories.map(({ category }) => category);
  const known = new Set(keys);
  const index = lazy(() => buildIndex(categories.map(toDocument), language));
  let taught: { readonly by: readonly MissedFor[]; readonly likeness: Likeness | null } = {
    by: [],
    likeness: null,
  };

  async function likenessTo(built: SearchIndex, reports: readonly MissedFor[]): Promise<Likeness | null> {
    if (reports === taught.by) return taught.likeness;
    const { learnFrom } = await import('../../../search/learnt.ts');
    const own = reports.filter((report) => report.categories.some((category) => known.has(category)));
    const likeness = own.length === 0 ? null : await learnFrom(built, own, createPause());
    taught = { by: reports, likeness };
    return likeness;
  }

  return {
    categories,
    async search(texts, reports, settled = new Set(), task = '') {
      if (texts.every(({ text }) => text.trim() === ''))
        return { found: [], ruleOf: () => null, wordsOf: () => [] };
      const [built, { rank }] = await Promise.all([index(), import('../../../search/rank.ts')]);
      const query = built.query(texts);
      const topics = topicsOf(task).map((text) => built.query([{ text, weight: 1 }]));
      const hits = rank(keys, built, query, { likeness: await likenessTo(built, reports), settled, topics });
      return {
        found: hits.map(({ document, score, fits, learnt }) => ({
          place: document,
          score,
          fits,
          isLearnt: learnt > 0,
        })),
        wordsOf: (place) => built.sharedWords(texts, place),
        ruleOf(place) {
          const part = built.bestPart(query, place);
          return part === null ? null : (categories[place]?.rules[part] ?? null);
        },
      };
    },
  };
}

/** Topics of one text that count, and how many it must have for each to be a query of its own. */
const mostTopics = 32;
const fewestTopics = 3;

/** What a text lists between commas or in sentences, such as the keywords that agents add; none of a text that is about one thing. */
function topicsOf(text: string): readonly string[] {
  const topics = text.split(/[,;:()\n]|[.!?](?=\s|$)/).filter((topic) => topic.trim() !== '');
  return topics.length < fewestTopics ? [] : topics.slice(0, mostTopics);
}

/** How much a word counts by where it stands, as measured best by `npm run bench -- recall`. */
const weights = { key: 3, when: 2, tags: 1, paths: 1, kata: 1.5, procedure: 0.5, details: 0.5 };
/** What the scope has written itself counts by so much more, and what its parents have by ever less of that. */
const nearness = 0.2;

/** What a category is found by. */
export function toDocument(given: CataloguedCategory): SearchDocument {
  const { category, entry, frameWhen, rules, details, katas, procedures, distance } = given;
  return {
    key: category,
    fields: [
      { text: category, weight: weights.key, isAbout: true },
      { text: entry.when ?? frameWhen ?? '', weight: weights.when, isAbout: true },
      { text: entry.tags.join('\n'), weight: weights.tags },
      { text: entry.paths.join('\n'), weight: weights.paths },
      ...katas.map((kata) => ({
        text: `${kata.name}\n${kata.when ?? ''}`,
        weight: weights.kata,
        isAbout: true,
      })),
      ...procedures.map((text) => ({ text, weight: weights.procedure })),
      ...details.map((text) => ({ text, weight: weights.details })),
    ],
    parts: rules,
    see: entry.see,
    factor: 1 + nearness / (1 + distance),
  };
}
