/** Characters that HFS+ passes over in names. */
const passedOver = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/**
 * Whether some file system takes a name of a path for `.git`: letters of either case, the short name of Windows, dots and blanks at the
 * end, a stream behind a colon, characters that show nothing.
 */
export function isGitName(name: string): boolean {
  return /^(?:\.git|git~\d+)[. ]*(?:$|:)/i.test(name.replaceAll(passedOver, ''));
}

/**
 * The folder of a git repository that files with these paths (with forward slashes) would make, empty for the one that they all lie in;
 * null where they make none. Git takes a folder for one that has HEAD with `objects` and `refs`, or with a `commondir` that says where
 * those are, and then does what the `config` there says.
 */
export function repositoryIn(paths: Iterable<string>): string | null {
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    const names = path.split('/');
    for (const [depth, name] of names.entries()) {
      const folder = names.slice(0, depth).join('/');
      if (isGitName(name)) return folder === '' ? name : `${folder}/${name}`;
      const key = folder.toLowerCase();
      folders.set(key, (folders.get(key) ?? new Set()).add(name.toLowerCase()));
    }
  }
  for (const [folder, names] of folders) if (isRepository(names)) return folder;
  return null;
}

/** Whether git takes a folder with these names in it, in small letters, for a repository. */
export function isRepository(names: ReadonlySet<string>): boolean {
  return names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
}
