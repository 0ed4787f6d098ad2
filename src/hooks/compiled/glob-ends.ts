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
