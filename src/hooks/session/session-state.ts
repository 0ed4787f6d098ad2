/** What a session has been shown: for each key the digest of what it was, and who showed it. */
export interface SessionState {
  /** What was shown under a key last; undefined for nothing. */
  shown(key: string): string | undefined;
  keys(): Iterable<string>;
}

/** What is claimed of a session: key and digest. */
export type Claim = readonly [key: string, digest: string];

/** Milliseconds within which a second beginning is the same one, told by another set-up of the same hook. */
const sameBeginning = 10_000;
const beginning = 'begins';
/** What keys of the whole session start with: they stay when its context is emptied. */
export const lasting = '.';

/**
 * The state that a file of claims holds, before what the line of `until` claims where that is given. Each line is one hook's; those that are
 * not whole are passed over. What was claimed last of a key counts; a line that says that the session begins again takes back all before it.
 */
export function readState(text: string, until?: string): SessionState & { readonly isThere: boolean } {
  let shown = new Map<string, string>();
  let begun = Number.NEGATIVE_INFINITY;
  let isThere = false;
  for (const line of text.split('\n')) {
    const [by = '', ...words] = line.split(' ');
    if (words.pop() !== '.') continue;
    if (words[0] === beginning) {
      const at = Number(words[1]);
      if (at - begun > sameBeginning) shown = new Map([...shown].filter(([key]) => key.startsWith(lasting)));
      begun = at;
      words.splice(0, 2);
    }
    if (by === until) {
      isThere = true;
      break;
    }
    for (const word of words) {
      const [key = '', digest = ''] = word.split('=');
      shown.set(key, digest);
    }
  }
  return { shown: (key) => shown.get(key), keys: () => shown.keys(), isThere };
}

/** The line by which a hook claims what it is about to show; `begins` says that nothing before it counts, as of that moment. */
export function claimLine(by: string, claims: readonly Claim[], begins: number | null): string {
  const words = [
    by,
    ...(begins === null ? [] : [beginning, String(begins)]),
    ...claims.map((one) => one.join('=')),
  ];
  // Whatever a line before it lacks, this one begins anew.
  return `\n${words.join(' ')} .\n`;
}
