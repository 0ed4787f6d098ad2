/** What the search box of a page holds. */
export interface Search {
  readonly label: string;
  /** What is counted, as it goes with `total`. */
  readonly noun: string;
  readonly query: string;
  readonly shown: number;
  readonly total: number;
  /** Other parts of the page's query that a search keeps. */
  readonly hidden: readonly (readonly [string, string])[];
}

/** Decides whether an entry with these texts has every word of the query, in any of them and whatever the case. */
export function createFilter(query: string): (...texts: readonly (string | null)[]) => boolean {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (...texts) => {
    if (words.length === 0) return true;
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
