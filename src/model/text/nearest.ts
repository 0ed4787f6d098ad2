/** Cells of the tables that one search for the nearest names fills at most; a cell takes some 3 ns. */
const maxCells = 4_000_000;
/** Characters of each name that are compared, however many names there are. */
const leastWidth = 8;
const mostWidth = 200;
/** Words of a name that are looked for in others, and letters that make a beginning of a word tell. */
const mostWords = 10;
const leastStem = 4;

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`: optimal string alignment distance. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  let beforePrevious = new Uint16Array(width);
  let previous = Uint16Array.from({ length: width }, (_, column) => column);
  let current = new Uint16Array(width);
  for (let row = 1; row <= a.length; row++) {
    current[0] = row;
    const letter = a.charCodeAt(row - 1);
    const before = row > 1 ? a.charCodeAt(row - 2) : -1;
    for (let column = 1; column < width; column++) {
      const other = b.charCodeAt(column - 1);
      let best = (previous[column - 1] as number) + (letter === other ? 0 : 1);
      best = Math.min(best, (previous[column] as number) + 1, (current[column - 1] as number) + 1);
      if (column > 1 && before === other && letter === b.charCodeAt(column - 2)) {
        best = Math.min(best, (beforePrevious[column - 2] as number) + 1);
      }
      current[column] = best;
    }
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[b.length] as number;
}

/** Whether `most` edits, or fewer, turn `a` into `b`. */
export function isWithinEdits(a: string, b: string, most: number): boolean {
  return Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most;
}

/** Whether one edit (insert, delete, replace, swap of neighbours) turns `a` into `b`. At every start each variable meets each setting. */
export function isOneEditAway(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const before = a.slice(start, a.length - end);
  const after = b.slice(start, b.length - end);
  if (before.length === 2 && after.length === 2) return before[0] === after[1] && before[1] === after[0];
  return before !== after && before.length <= 1 && after.length <= 1;
}

/** The words of a name, in lower case: `respond-to-incident` has three. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, mostWidth)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether two words are the same, or one begins with all of the other. */
function isAlike(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= leastStem && (a.startsWith(b) || b.startsWith(a)));
}

/** How much of the wanted words a candidate has: 0 for none, 1 for all, by their letters. */
function shareOf(wanted: readonly string[], candidate: string): number {
  const words = wordsOf(candidate);
  const letters = (those: readonly string[]) => those.reduce((sum, { length }) => sum + length, 0);
  const shared = wanted.filter((word) => words.some((other) => isAlike(word, other)));
  return letters(shared) / Math.max(letters(wanted), 1);
}

/**
 * Up to `count` of `candidates` most like `word`, nearest first: fewest edits away, where a candidate that has its words
 * counts as that much nearer (`respond` finds `respond-to-incident`). Case is ignored and ties keep their order. Of very
 * many candidates only their beginnings are compared, so that the time has a bound.
 */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  const finding = findingNearest(word, candidates, count);
  for (;;) {
    const { done, value } = finding.next();
    if (done === true) return value;
  }
}

/** The same, as work that can pause after each candidate. */
export function* findingNearest(
  word: string,
  candidates: Iterable<string>,
  count = 3,
): Generator<void, string[]> {
  const words = wordsOf(word).slice(0, mostWords);
  const all = [...candidates];
  const editsTo = createEditsTo(word, all.length);
  const found: Near[] = [];
  for (const candidate of all) {
    found.push({ candidate, distance: editsTo(candidate) * (1.01 - shareOf(words, candidate)) });
    yield;
  }
  return found
    .sort(nearerFirst)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

interface Near {
  readonly candidate: string;
  readonly distance: number;
}

function nearerFirst(a: Near, b: Near): number {
  return a.distance - b.distance;
}

/** Counts the edits that turn `word` into each of `count` candidates, of their beginnings where they are very many. */
function createEditsTo(word: string, count: number): (candidate: string) => number {
  const affordable = Math.floor(Math.sqrt(maxCells / Math.max(count, 1)));
  const width = Math.min(Math.max(affordable, leastWidth), mostWidth);
  const wanted = word.toLowerCase().slice(0, width);
  return (candidate) => editDistance(wanted, candidate.toLowerCase().slice(0, width));
}

/** `; did you mean "x"?` for the end of a message, or nothing. Of a long word only the start is compared. */
export function meantInstead(word: string, candidates: Iterable<string>): string {
  const meant = didYouMean(word.slice(0, 60), candidates);
  return meant === null ? '' : `; did you mean "${meant}"?`;
}

/** A name without the end of a plural. */
function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

/**
 * The one candidate near enough to be what the author meant, or null: the same in plural or singular, or a third of its
 * letters wrong at most.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.slice(0, mostWidth).toLowerCase();
  const likely = [...candidates].filter(
    ({ length }) => length <= mostWidth && Math.abs(length - wanted.length) <= Math.max(1, length / 3),
  );
  const other = likely.find((candidate) => singular(candidate.toLowerCase()) === singular(wanted));
  if (other !== undefined) return other;
  const editsTo = createEditsTo(wanted, likely.length);
  const [best] = likely.map((candidate) => ({ candidate, distance: editsTo(candidate) })).sort(nearerFirst);
  if (best === undefined) return null;
  // Two names of one letter each have nothing in common.
  const most = Math.max(wanted.length, best.candidate.length) - 1;
  const limit = Math.min(Math.max(1, Math.floor(best.candidate.length / 3)), most);
  return editDistance(wanted, best.candidate.toLowerCase()) <= limit ? best.candidate : null;
}

/** The one candidate that the author can have meant; null where there is none, or where it could be several. */
export function onlyNearName(word: string, candidates: Iterable<string>): string | null {
  const near = [...candidates].filter((candidate) => didYouMean(word, [candidate]) !== null);
  return near.length === 1 ? (near[0] ?? null) : null;
}
