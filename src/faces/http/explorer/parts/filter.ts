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

/** A box that narrows a search by one of some values; the empty one is for all. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** Values that are shown as they are. */
export function plainOptions(values: readonly string[]): Choice['options'] {
  return values.map((value) => ({ value, text: value }));
}

/**
 * A choice among values and all; none where there is nothing to choose, unless it was made already. Of `least` values on there is: one
 * tells apart where some have none.
 */
export function toChoice(
  name: string,
  label: string,
  value: string,
  options: Choice['options'],
  least = 2,
): Choice[] {
  const isKnown = value === '' || options.some((one) => one.value === value);
  const all = isKnown ? options : [...options, { value, text: value }];
  if (all.length < least && value === '') return [];
  return [{ name, label, value, options: [{ value: '', text: 'All' }, ...all] }];
}

/** What a search keeps of the choices that were made. */
export function chosenIn(choices: readonly Choice[]): [string, string][] {
  return choices.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]);
}

/**
 * Entries that a page shows at most. A page is written in one step, in which nobody else is answered, and nobody reads more; with a filter
 * it shows those that match.
 */
const mostShown = 3000;

/** Whether so many entries are more than a page shows. */
export function isLong(total: number): boolean {
  return total > mostShown;
}

/** What of many entries goes on a page. */
export interface Room {
  /** Whether an entry is to be shown, one after the other as they stand. */
  take(isHidden: boolean): boolean;
  /** Says how many are not shown, if any. */
  notices(noun: string): { readonly title: string; readonly lines: readonly string[] }[];
}

/** Room for `total` entries: for all of them, or for as many of those that match as one page shows. */
export function createRoom(total: number): Room {
  const isCut = isLong(total);
  let shown = 0;
  return {
    take(isHidden) {
      if (isCut && (isHidden || shown >= mostShown)) return false;
      shown += 1;
      return true;
    },
    notices: (noun) =>
      isCut
        ? [
            {
              title: 'Not all is shown',
              lines: [`This page shows ${shown} of ${total} ${noun}. Filter by words to see others.`],
            },
          ]
        : [],
  };
}

/** Of one list what goes on a page: all, or as many of those that match as one page shows. */
export function shownOf<Item extends object>(
  items: readonly (Item & { readonly hidden?: boolean })[],
): readonly Item[] {
  return !isLong(items.length) ? items : items.filter(({ hidden }) => !hidden).slice(0, mostShown);
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
