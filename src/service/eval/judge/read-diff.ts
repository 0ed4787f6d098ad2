/** A file that a diff changes. */
export interface ChangedFile {
  readonly path: string;
  readonly isDeleted: boolean;
  /** Added lines, with their numbers in the new file. */
  readonly added: readonly { readonly line: number; readonly text: string }[];
  /** The lines of the new file that the diff shows: all, where it has the whole file around its changes. */
  readonly lines: readonly string[];
}

/** The files of a diff as git writes it. */
export function readDiff(diff: string): readonly ChangedFile[] {
  const files: {
    path: string;
    isDeleted: boolean;
    added: { line: number; text: string }[];
    lines: string[];
  }[] = [];
  let line = 0;
  let left = { old: 0, new: 0 };
  for (const text of diff.split('\n')) {
    const file = files.at(-1);
    if (left.old > 0 || left.new > 0) {
      const sign = text[0] ?? ' ';
      if (sign === '\\') continue;
      if (sign !== '+') left.old--;
      if (sign === '-') continue;
      left.new--;
      const own = text.slice(1);
      file?.lines.push(own);
      if (sign === '+') file?.added.push({ line, text: own });
      line++;
      continue;
    }
    const start = /^diff --git (.*)$/.exec(text);
    const name = /^(?:\+\+\+|---) (.*)$/.exec(text);
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (start !== null)
      files.push({ path: pathOfHeader(start[1] ?? ''), isDeleted: false, added: [], lines: [] });
    else if (text.startsWith('deleted file mode') && file !== undefined) file.isDeleted = true;
    else if (name !== null) {
      const path = pathOf(name[1] ?? '');
      const isNew = text.startsWith('+++');
      // A patch of another tool may have no line that begins with "diff".
      if (!isNew && (file === undefined || file.lines.length + file.added.length > 0))
        files.push({ path: path ?? '', isDeleted: false, added: [], lines: [] });
      const current = files.at(-1);
      if (current === undefined) continue;
      if (path !== null) current.path = path;
      else if (isNew) current.isDeleted = true;
    } else if (hunk !== null) {
      line = Number(hunk[2]);
      left = { old: Number(hunk[1] ?? 1), new: Number(hunk[3] ?? 1) };
    }
  }
  return files;
}

/** The path of a `---` or `+++` line; null for none. */
function pathOf(written: string): string | null {
  const path = unquoted(written.replace(/\t.*$/, ''));
  return path === '/dev/null' ? null : path.replace(/^[ab]\//, '');
}

/** The path that both sides of `a/x b/x` have. */
function pathOfHeader(both: string): string {
  const quoted = /("(?:[^"\\]|\\.)*")$/.exec(both);
  if (quoted !== null) return unquoted(quoted[1] ?? '').replace(/^b\//, '');
  const half = both.slice((both.length + 1) / 2);
  return (half.startsWith('b/') ? half : both.slice(both.lastIndexOf(' b/') + 1)).replace(/^b\//, '');
}

/** A name as git quotes it: octal bytes of UTF-8, and the escapes of C. */
function unquoted(text: string): string {
  if (!/^".*"$/.test(text)) return text;
  const bytes: number[] = [];
  const inside = text.slice(1, -1);
  const escapes: Readonly<Record<string, string>> = {
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\x07',
    b: '\b',
    f: '\f',
    v: '\v',
  };
  for (const [, octal, escaped, plain] of inside.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...Buffer.from(plain ?? escapes[escaped ?? ''] ?? escaped ?? ''));
  }
  return Buffer.from(bytes).toString('utf8');
}
