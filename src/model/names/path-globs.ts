/**
 * Globs of `paths`: `*` and `?` within a name, `**` for any number of folders, `{a,b}` for alternatives; every other
 * character stands for itself, dots at the start included. Matched in time linear in glob and path each, because a glob
 * may come from a master: the regular expressions that glob libraries make of `*a*a*a*a*b` take hours.
 */

/** Alternatives that braces may multiply to; a glob with more of them matches nothing. */
const maxAlternatives = 256;
/** Characters a glob may have; a longer one matches nothing. */
const maxLength = 1000;

/** Characters a name may have; no file has a longer one. */
const maxName = 255;
/** Steps that looking at one glob, and at all globs of a matcher, may take: some 10 ns each. */
const maxSteps = 1_000_000;
const maxStepsTogether = 100_000_000;

/** What looking at a glob may still cost. */
interface Work {
  steps: number;
}

class TooMuchWork extends Error {}

/**
 * Tells of globs whether they are about one of the files: paths relative to the root of the project, or absolute ones, each
 * tail of which may be. Globs that cannot be used are about none, and so is one that takes too long to tell.
 */
export function createFileMatcher(files: readonly string[]): (glob: string) => boolean {
  const paths = files
    .map(readPath)
    .filter(({ segments }) => segments.length > 0 && segments.every((name) => name.length <= maxName));
  let left = maxStepsTogether;
  return (glob) => {
    if (whyBadGlob(glob) !== null) return false;
    const given = Math.min(left, maxSteps);
    const work = { steps: given };
    try {
      return matchesOneOf(glob, paths, work);
    } catch (error) {
      if (error instanceof TooMuchWork) return false;
      throw error;
    } finally {
      left -= given - work.steps;
    }
  };
}

function matchesOneOf(glob: string, paths: readonly Path[], work: Work): boolean {
  const anywhere = !glob.includes('/');
  const isBound = glob.startsWith('./');
  // Some systems write a letter and its accent as two characters in the paths that they give: both spellings are one name.
  const named = glob.normalize();
  spend(work, glob.length * glob.split('{').length);
  const alternatives = alternativesOf(isBound ? named.slice(2) : named).map((alternative) => {
    spend(work, alternative.length);
    return alternative.split('/').filter((segment) => segment !== '');
  });
  return paths.some(({ segments, isAbsolute }) =>
    alternatives.some((wanted) => {
      if (anywhere)
        return wanted.length === 1 && matchesName(wanted[0] as string, segments.at(-1) as string, work);
      // Where an absolute path's project begins is not known, so each of its tails may be what is meant.
      const tails = isAbsolute ? segments.length : 1;
      for (let from = 0; from < tails; from++)
        if (matchesAll(wanted, segments.slice(from), work)) return true;
      return false;
    }),
  );
}

function spend(work: Work, steps: number): void {
  work.steps -= steps;
  if (work.steps < 0) throw new TooMuchWork();
}

/** Why a glob cannot be used, in words that follow it; null for one that can. */
export function whyBadGlob(glob: string): string | null {
  if (glob.trim() === '') return 'is empty';
  if (glob.startsWith('!')) return 'begins with "!": globs say what is meant, not what is left out';
  if (/^(?:\/|\\|[A-Za-z]:)/.test(glob)) return 'is absolute: paths count from the root of the project';
  if (glob.length > maxLength) return `is longer than ${maxLength} characters`;
  return null;
}

/** Whether a glob may be meant for all in a folder, though it matches a file of that name alone: `src/api`. */
export function mayBeFolder(glob: string): boolean {
  return /(?:^|\/)[a-z0-9_-]+$/.test(glob) && !/[*?{]/.test(glob);
}

/** Why a glob that can be used hardly means what its author thinks, and how to write that; null for any other. */
export function doubtOfGlob(glob: string): { readonly why: string; readonly cure: string } | null {
  if (glob.startsWith('^') || (glob.includes('\\') && /\.[*+]|\$$/.test(glob)))
    return { why: 'looks like a regular expression', cure: 'Write a glob, like "src/api/**/*.ts"' };
  if (glob.startsWith('~'))
    return { why: 'begins with "~", which stands for itself', cure: 'Write it from the root of the project' };
  if (glob.includes('\\'))
    return {
      why: 'has a backslash, which no path has here',
      cure: 'Write "/" between names, on every system',
    };
  if (glob.endsWith('/')) {
    const whole = glob.endsWith('**/') ? glob.slice(0, -1) : `${glob}**`;
    return { why: 'ends with "/": it matches files, and no folder', cure: `Write "${whole}" for all in it` };
  }
  if (/(?:^|\/)\.\.(?:\/|$)/.test(glob))
    return { why: 'has "..", which no path has here', cure: 'Write it from the root of the project' };
  if (alternativesOf(glob).some((alternative) => /[{}]/.test(alternative)))
    return {
      why: 'has a brace that gives no alternatives, and stands for itself',
      cure: 'Write alternatives with a comma between and both braces, like "*.{ts,tsx}"',
    };
  if (/[?*+@!]\(/.test(glob))
    return {
      why: 'has "(" behind a sign, which stands for itself',
      cure: 'Write alternatives with a comma between, like "*.{ts,tsx}"',
    };
  if (/[{,]\s|\s[,}]|^\s|\s$/.test(glob))
    return {
      why: 'has a blank that stands for itself',
      cure: 'Write alternatives like "*.{ts,tsx}", and each glob as an item of its own',
    };
  if (/\[(?:[!^]|(?:[^\]/]-[^\]/])+\])/.test(glob))
    return {
      why: 'has "[", which stands for itself and for no range of characters',
      cure: 'Write "?" for one character, or alternatives like "{a,b}"',
    };
  if (/[^/{,]\*\*|\*\*[^/},]/.test(glob))
    return {
      why: 'has "**" inside a name, where it is the same as "*"',
      cure: `Write "**" as a name of its own, like "${glob.replace(/(^|\/)\*\*(?=[^/])/, '$1**/*')}"`,
    };
  return null;
}

interface Path {
  readonly segments: readonly string[];
  readonly isAbsolute: boolean;
}

/** The path's names; `.`, backslashes and addresses are what other systems write, and `..` leaves the folder before it. */
function readPath(file: string): Path {
  const path = plainPath(file).normalize();
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return { segments, isAbsolute: /^(?:\/|[A-Za-z]:\/)/.test(path) };
}

/** A path with `/` between its names; that of a `file:` address too. */
export function plainPath(file: string): string {
  const [, address] = /^file:(?:\/\/[^/?#]*)?(\/[^?#]*)/i.exec(file.trim()) ?? [];
  return (address === undefined ? file.trim() : decoded(address)).replaceAll('\\', '/');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A glob with its braces written out; none where it stands for more than 256. */
export function alternativesOf(glob: string): string[] {
  let open = [glob];
  const done: string[] = [];
  while (open.length > 0 && done.length + open.length <= maxAlternatives) {
    const next: string[] = [];
    for (const text of open) {
      const choice = findChoice(text);
      if (choice === null) done.push(text);
      else
        for (const option of choice.options)
          next.push(text.slice(0, choice.start) + option + text.slice(choice.end));
    }
    open = next;
  }
  return open.length > 0 ? [] : done;
}

/** The first braces that hold a comma, and what stands between their commas; null where there are none. */
function findChoice(text: string): { start: number; end: number; options: string[] } | null {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const options: string[] = [];
    let depth = 0;
    let from = start + 1;
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char === '{') depth++;
      else if (char === ',' && depth === 1) {
        options.push(text.slice(from, at));
        from = at + 1;
      } else if (char === '}' && --depth === 0) {
        if (options.length > 0) return { start, end: at + 1, options: [...options, text.slice(from, at)] };
        break;
      }
    }
  }
  return null;
}

/** Names against names; `**` takes as few as it can and is given one more wherever the rest does not fit. */
function matchesAll(wanted: readonly string[], names: readonly string[], work: Work): boolean {
  return matchesWith(
    wanted,
    names,
    (part) => part === '**',
    (part, name) => matchesName(part, name, work),
    work,
  );
}

function matchesName(glob: string, name: string, work: Work): boolean {
  return matchesWith(
    [...glob.replace(/\*+/g, '*')],
    [...name],
    (part) => part === '*',
    (part, char) => part === '?' || part === char,
    work,
  );
}

/** The greedy wildcard match with one point to come back to: only the last wildcard passed ever needs to take more. */
function matchesWith(
  pattern: readonly string[],
  text: readonly string[],
  isWildcard: (part: string) => boolean,
  matchesOne: (part: string, item: string) => boolean,
  work: Work,
): boolean {
  spend(work, pattern.length + text.length);
  let at = 0;
  let wildcard = -1;
  let resume = 0;
  for (let index = 0; index < text.length; ) {
    spend(work, 1);
    const part = pattern[at];
    if (part !== undefined && isWildcard(part)) {
      wildcard = at++;
      resume = index;
    } else if (part !== undefined && matchesOne(part, text[index] as string)) {
      at++;
      index++;
    } else if (wildcard >= 0) {
      at = wildcard + 1;
      index = ++resume;
    } else return false;
  }
  return pattern.slice(at).every(isWildcard);
}
