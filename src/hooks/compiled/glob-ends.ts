/** What every path that a glob matches begins and ends with. */
interface GlobEnds {
  readonly head: string;
  readonly tail: string;
}

/**
 * The literal ends of a glob: most globs are about none of the files at hand, which this tells without the work of matching. A glob
 * without a slash is about the name of a file, so that its head is none of the path.
 */
export function globEnds(glob: string): GlobEnds {
  const path = glob.startsWith('./') ? glob.slice(2) : glob;
  if (/\/\/|\/$/.test(path)) return { head: '', tail: '' };
  const [head = ''] = path.split(/[*?{]/, 1);
  const tail = path.split(/[*?}]/).at(-1) ?? '';
  return { head: path.includes('/') ? head.replace(/\/$/, '') : '', tail: tail.replace(/^\//, '') };
}

/** The folder below which everything lies that a glob matches, as far as its text says; empty for a glob that is of no folder in particular. */
export function folderOfGlob(glob: string): string {
  const names = namesOf(glob).slice(0, -1);
  const free = names.findIndex((name) => /[*?{}]/.test(name));
  return (free < 0 ? names : names.slice(0, free)).join('/');
}

/** The folders that a path lies in, the empty one of all paths included: those that globs about it may be of. */
export function foldersAround(path: string): readonly string[] {
  const names = namesOf(path);
  return names.map((_, length) => names.slice(0, length).join('/'));
}

function namesOf(path: string): readonly string[] {
  return path
    .replace(/^\.\//, '')
    .split('/')
    .filter((name) => name !== '');
}
