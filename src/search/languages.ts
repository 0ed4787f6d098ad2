/** Cuts a word in lower case to its stem. */
export type Stem = (word: string) => string;

type Load = () => Promise<{ readonly stemmer: Stem }>;

/** The languages of `search_language`; the words of each are known by their stems, loaded with the first search. */
const stemmers: Readonly<Record<string, Load>> = {
  en: () => import('@orama/stemmers/english'),
  de: () => import('@orama/stemmers/german'),
  fr: () => import('@orama/stemmers/french'),
  es: () => import('@orama/stemmers/spanish'),
  it: () => import('@orama/stemmers/italian'),
  nl: () => import('@orama/stemmers/dutch'),
  pt: () => import('@orama/stemmers/portuguese'),
  sv: () => import('@orama/stemmers/swedish'),
  da: () => import('@orama/stemmers/danish'),
  no: () => import('@orama/stemmers/norwegian'),
  fi: () => import('@orama/stemmers/finnish'),
  ru: () => import('@orama/stemmers/russian'),
};

/** The stemmer of a language by its code; `none`, where words stay as they are, has none. */
export async function loadStemmer(language: string): Promise<Stem> {
  const load = stemmers[language];
  return load === undefined ? (word) => word : (await load()).stemmer;
}
