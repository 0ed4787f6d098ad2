/** What begins a line of a patch that names a file. Lines of content begin with `+`, `-` or a blank. */
const naming = /^\*\*\* (?:(?:Add|Delete|Update) File|Move to): (.+)$/;

/**
 * The files that a patch of the tool apply_patch adds, changes, deletes or moves; a move touches both names. Whatever stands before
 * `*** Begin Patch` and after `*** End Patch` is none of it; a text without the first is read from its start.
 */
export function patchPaths(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  const paths: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === '*** End Patch') break;
    const [, path] = naming.exec(line.trimEnd()) ?? [];
    if (path !== undefined) paths.push(path.trim());
  }
  return paths;
}
