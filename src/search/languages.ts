import { splitRuns, splitWords } from './split-words.ts';

/** Cuts a word in lower case to its stem. */
export type Stem = (word: string) => string;

/** What is known of a language. */
export interface Language {
  readonly stem: Stem;
  /** Words in lower case that say nothing of what a text is about: they never match. */
  readonly stopWords: ReadonlySet<string>;
}

type Load = () => Promise<readonly [{ readonly stemmer: Stem }, { readonly stopwords: readonly string[] }]>;

/** The languages of `search_language`, loaded with the first search. */
const languages: Readonly<Record<string, Load>> = {
  en: () => Promise.all([import('@orama/stemmers/english'), import('@orama/stopwords/english')]),
  de: () => Promise.all([import('@orama/stemmers/german'), import('@orama/stopwords/german')]),
  fr: () => Promise.all([import('@orama/stemmers/french'), import('@orama/stopwords/french')]),
  es: () => Promise.all([import('@orama/stemmers/spanish'), import('@orama/stopwords/spanish')]),
  it: () => Promise.all([import('@orama/stemmers/italian'), import('@orama/stopwords/italian')]),
  nl: () => Promise.all([import('@orama/stemmers/dutch'), import('@orama/stopwords/dutch')]),
  pt: () => Promise.all([import('@orama/stemmers/portuguese'), import('@orama/stopwords/portuguese')]),
  sv: () => Promise.all([import('@orama/stemmers/swedish'), import('@orama/stopwords/swedish')]),
  da: () => Promise.all([import('@orama/stemmers/danish'), import('@orama/stopwords/danish')]),
  no: () => Promise.all([import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian')]),
  fi: () => Promise.all([import('@orama/stemmers/finnish'), import('@orama/stopwords/finnish')]),
  ru: () => Promise.all([import('@orama/stemmers/russian'), import('@orama/stopwords/russian')]),
};

/** Words that a list has, or lacks, though it should not: the English one has no "a", the Spanish one words of trades. */
const lacking: Readonly<Record<string, readonly string[]>> = { en: ['a'] };
const telling: Readonly<Record<string, readonly string[]>> = {
  es: ['cuenta', 'dia', 'dias', 'día', 'días', 'estado', 'estados', 'lugar', 'tiempo', 'trabajo', 'valor'],
};

/** A language by its code; `none`, where words stay as they are, has no stop words either. */
export async function loadLanguage(code: string): Promise<Language> {
  const load = languages[code];
  if (load === undefined) return { stem: (word) => word, stopWords: new Set() };
  const [{ stemmer }, { stopwords }] = await load();
  // A list has "can't", which texts are split into two words of.
  const words = [...stopwords, ...(lacking[code] ?? [])].flatMap(splitRuns).flatMap(splitWords);
  const stopWords = new Set(words);
  for (const word of telling[code] ?? []) stopWords.delete(word);
  return { stem: stemmer, stopWords };
}
