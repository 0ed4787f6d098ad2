// Both sides of the parts "find" and "recall": the product's index and finder, and plain minisearch on the same texts.
import MiniSearch from 'minisearch';
import { inTurns } from '../../src/runtime/async/turns.ts';
import { rank } from '../../src/search/rank.ts';
import { type CataloguedCategory, readingCatalogue } from '../../src/service/answers/index/catalogue.ts';
import { ask } from '../../src/service/ask.ts';
import { openService } from '../../src/service/open-service.ts';
import { findGuidance } from '../../src/service/operations/find-guidance.ts';
import { buildIndex } from '../../src/service/runtime/answers/build-index.ts';
import { toDocument } from '../../src/service/runtime/answers/category-finder.ts';

/** What an answer shows, and how many bytes it has. */
interface Found {
  /** All categories that are named. */
  readonly shown: readonly string[];
  /** Those of them that words have found, and those that fit for sure. */
  readonly ranked: readonly string[];
  readonly fits: readonly string[];
  readonly bytes: number;
}

type Find = (scope: string, query: string) => Promise<Found>;

/** Looks in the scopes of a rules folder: as `find_guidance` answers, and with minisearch as it is. */
export async function finders(rulesPath: string): Promise<{
  product: Find;
  floor: Find;
  /** Throws where a scope does not have one of the categories. */
  check(scope: string, categories: readonly string[]): Promise<void>;
  close(): Promise<void>;
}> {
  const options = { rules_path: rulesPath };
  const { service } = await openService({ flags: {}, options, env: {}, cwd: rulesPath, writeLog: () => {} });
  const indexes = new Map<string, MiniSearch>();
  const indexOf = async (name: string) => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    const scope = await service.scope(name);
    const texts = (await (await service.answers.texts(scope)).open())();
    const index = miniSearch(
      await inTurns(readingCatalogue(scope, texts, { default_category_description: '', rules_details: [] })),
    );
    indexes.set(name, index);
    return index;
  };
  return {
    async product(scope_name, task) {
      const answer = await ask(findGuidance, { scope_name, task, max_results: 20 }, service);
      const { results, own } = answer.data;
      const ranked = results.map(({ category }) => category);
      const fits = results.filter((one) => one.fits).map(({ category }) => category);
      const bytes = Buffer.byteLength(answer.text('markdown'));
      return { shown: [...ranked, ...own], ranked, fits, bytes };
    },
    async floor(scope, query) {
      const hits = (await indexOf(scope)).search(query);
      const shown = hits.map(({ id }) => id);
      return { shown, ranked: shown, fits: [], bytes: 0 };
    },
    async check(name, categories) {
      const { commandments, suggestions, katas } = await service.scope(name);
      const known = [commandments, suggestions, katas].flatMap((kind) => [...kind.keys()]);
      const unknown = categories.filter(
        (one) => !known.some((category) => category === one || category.startsWith(`${one}.`)),
      );
      if (unknown.length > 0) throw new Error(`scope ${name} has no ${unknown.join(', ')}`);
    },
    close: () => service.close(),
  };
}

/** The texts of all rules of a folder, as they are written. */
export async function rulesOf(rulesPath: string): Promise<readonly string[]> {
  const options = { rules_path: rulesPath };
  const { service } = await openService({ flags: {}, options, env: {}, cwd: rulesPath, writeLog: () => {} });
  const texts = new Set<string>();
  for (const name of (await service.scopes()).names) {
    const { commandments, suggestions } = await service.scope(name);
    for (const { rules } of [...commandments.values(), ...suggestions.values()])
      for (const { text } of rules) texts.add(text);
  }
  await service.close();
  return [...texts];
}

/** Categories with rules that are put together from halves of given ones, so that their words are like in life. */
export function generated(rules: readonly string[], count: number, categories: number): CataloguedCategory[] {
  const halves = rules.map((rule) => {
    const words = rule.split(' ');
    const half = words.length >> 1;
    return [words.slice(0, half).join(' '), words.slice(half).join(' ')] as const;
  });
  const at = (place: number) => halves[place % halves.length] ?? ['', ''];
  const texts = Array.from({ length: count }, (_, place) => {
    const round = Math.floor(place / halves.length);
    return `${at(place)[0]} ${at(place * 7 + round * 13 + 3)[1]}`;
  });
  const each = Math.ceil(count / categories);
  return Array.from({ length: categories }, (_, place) => ({
    category: `area-${place % 8}.topic-${place}`,
    entry: {
      when: rules[place % rules.length] ?? null,
      tags: [],
      paths: [],
      see: [],
      katas: [],
      isFetchable: true,
      always: false,
      hasKatasOnly: false,
    },
    frameWhen: null,
    distance: place % 4,
    mandatory: 0,
    rules: texts.slice(place * each, place * each + each),
    katas: [],
    details: [],
    procedures: [],
    tokens: 0,
    failures: [],
  }));
}

/** Builds the index and gives what asks it, on both sides. */
export const sides: Readonly<
  Record<'product' | 'floor', (given: readonly CataloguedCategory[]) => Promise<(query: string) => number>>
> = {
  async product(categories) {
    const index = await buildIndex(categories.map(toDocument), 'en');
    const keys = categories.map(({ category }) => category);
    return (text) => {
      const query = index.query([{ text, weight: 1 }]);
      const hits = rank(keys, index, query).slice(0, 20);
      for (const { document } of hits) index.bestPart(query, document);
      return hits.length;
    };
  },
  async floor(categories) {
    const index = miniSearch(categories);
    return (text) => index.search(text).length;
  },
};

/** Without the steps of katas, which make it find less. */
function miniSearch(categories: readonly CataloguedCategory[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['key', 'when', 'tags', 'rules', 'katas'],
    idField: 'key',
  });
  index.addAll(
    categories.map(({ category, entry, rules, katas }) => ({
      key: category,
      when: entry.when,
      tags: entry.tags.join(' '),
      rules: rules.join('\n'),
      katas: katas.map((kata) => `${kata.name} ${kata.when ?? ''}`).join('\n'),
    })),
  );
  return index;
}

/** The bytes that an index takes, measured where nothing else is done: `node --expose-gc search.mjs memory RULE…`. */
async function memoryOf(rules: readonly string[]): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('start node with --expose-gc');
  const documents = generated(rules, 10_000, 400).map(toDocument);
  const used = () => {
    gc();
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  // What the first index loads and compiles is not part of any; of several kept ones what is left behind counts little.
  const kept = [await buildIndex(documents, 'en')];
  const before = used();
  const more = 5;
  for (let count = 0; count < more; count++) kept.push(await buildIndex(documents, 'en'));
  const bytes = (used() - before) / more;
  if (!kept.every((index) => index.rarity('schema') > 0)) throw new Error('an index is gone');
  return bytes;
}

const [, , command, ...given] = process.argv;
if (command === 'memory') process.stdout.write(String(await memoryOf(given)));
