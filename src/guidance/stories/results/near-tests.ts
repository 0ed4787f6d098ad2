import { didYouMean, nearest } from '../../../model/text/nearest.ts';

/** Test names that a search for the nearest looks at. */
const maxCompared = 500;
/** Checks of one import that are compared with names by their letters: each takes some 10 ms. */
const maxSpelled = 30;

/**
 * Finds up to three names that share a word with a check, the nearest first, or else one that is nearly the same. After many
 * checks the words alone decide: the rarer those that a name shares, the nearer it is.
 */
export function createNearTests(names: readonly string[]): (check: string) => string[] {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const places = new Map<string, number[]>();
  // A check may leave out the class that stands before the name.
  const endings = new Map(
    names.slice(0, maxCompared).map((name) => [name.split(' > ').at(-1) ?? name, name]),
  );
  let spelled = 0;
  const index = () => {
    for (const [place, name] of names.entries()) {
      for (const word of wordsOf(name)) {
        const known = places.get(word);
        if (known === undefined) places.set(word, [place]);
        else if (known.length < maxCompared) known.push(place);
      }
    }
  };
  /** The places of names that share a word, with how rare the shared words are; enough of them, those of rare words first. */
  const sharing = (check: string): Map<number, number> => {
    const lists = [...wordsOf(check)].map((word) => places.get(word) ?? []);
    const found = new Map<number, number>();
    for (const list of lists.sort((a, b) => a.length - b.length)) {
      if (found.size >= maxCompared) break;
      for (const place of list) found.set(place, (found.get(place) ?? 0) + 1 / list.length);
    }
    return found;
  };
  const namesAt = (those: readonly number[]) => those.map((place) => names[place] ?? '');
  return (check) => {
    if (places.size === 0) index();
    const found = sharing(check);
    if (spelled++ >= maxSpelled) {
      const rarestFirst = [...found].sort(([, a], [, b]) => b - a);
      return namesAt(rarestFirst.slice(0, 3).map(([place]) => place));
    }
    if (found.size > 0) {
      const near = [...found.keys()].sort((a, b) => a - b).slice(0, maxCompared);
      return nearest(check, namesAt(near), 3);
    }
    const meant = endings.get(didYouMean(check, endings.keys()) ?? '');
    return meant === undefined ? [] : [meant];
  };
}
