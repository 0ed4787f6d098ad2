import { alternativesOf, createFileMatcher } from '../../model/names/path-globs.ts';

/** Tells which of some files globs are about; each glob is tried once. */
export function createMatching(files: readonly string[]): (globs: readonly string[]) => readonly string[] {
  const byGlob = new Map<string, readonly string[]>();
  const matchers = new Map<string, (glob: string) => boolean>();
  const matching = (glob: string) => {
    const start = literalStart(glob);
    // A glob ends as all that it is about does.
    const end = /[^*?{}/]*$/.exec(glob)?.[0] ?? '';
    return files.filter((file) => {
      if (!file.endsWith(end) || !file.startsWith(start)) return false;
      const matches = matchers.get(file) ?? createFileMatcher([file]);
      matchers.set(file, matches);
      return matches(glob);
    });
  };
  return (globs) => {
    const found = new Set<string>();
    for (const glob of globs) {
      const known = byGlob.get(glob) ?? matching(glob);
      byGlob.set(glob, known);
      for (const file of known) found.add(file);
    }
    return [...found].sort();
  };
}

/** What every path that a glob is about begins with. */
function literalStart(glob: string): string {
  if (!glob.includes('/') || alternativesOf(glob).length !== 1) return '';
  const path = glob.replace(/^\.\//, '');
  if (path.startsWith('/') || path.includes('//') || path.includes('./')) return '';
  const wild = path.search(/[*?{]/);
  // A submodule may be what src/** is about: it is the folder itself.
  return wild < 0 ? '' : path.slice(0, Math.max(0, path.lastIndexOf('/', wild)));
}
