import { createFileMatcher } from '../../model/names/path-globs.ts';

/** Tells whether globs of a configuration file are about files; of a file each glob is tried once. */
export function createGlobs(): (globs: readonly string[], file: string) => boolean {
  const matchers = new Map<string, (glob: string) => boolean>();
  const known = new Map<string, boolean>();
  return (globs, file) =>
    globs.some((glob) => {
      const key = `${glob}\0${file}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const matches = matchers.get(file) ?? createFileMatcher([file]);
      matchers.set(file, matches);
      const clean = glob.replace(/\/+$/, '');
      const is = matches(clean) || matches(clean.includes('/') ? `${clean}/**` : `**/${clean}/**`);
      known.set(key, is);
      return is;
    });
}

/** Whether globs of which later ones win, `!` ahead of those that leave out, take a file; `otherwise` where none is about it. */
export function lastWins(
  globs: readonly string[],
  matches: (glob: string) => boolean,
  otherwise: boolean,
): boolean {
  let taken = otherwise;
  for (const glob of globs) {
    const out = glob.startsWith('!');
    if (matches(glob.replace(/^!+/, ''))) taken = !out;
  }
  return taken;
}
