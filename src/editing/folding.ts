/** Lines that an editor can fold away, from 1; the first one stays. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly kind: 'region' | 'comment';
}

/** What can be folded in a text, by its indentation: also where it is no YAML yet. */
export function findFolds(text: string): readonly Fold[] {
  const lines = text.split(/\r?\n/);
  const folds: Fold[] = [];
  const open: { readonly depth: number; readonly line: number }[] = [];
  let last = 0;
  let comment: number | null = null;
  const close = (depth: number) => {
    while ((open.at(-1)?.depth ?? -1) >= depth) {
      const { line = 0 } = open.pop() ?? {};
      if (last > line) folds.push({ start: line, end: last, kind: 'region' });
    }
  };
  const closeComment = (before: number) => {
    if (comment !== null && before - 1 > comment)
      folds.push({ start: comment, end: before - 1, kind: 'comment' });
    comment = null;
  };
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const blanks = line.search(/\S/);
    if (blanks === 0 && line.startsWith('#')) {
      comment ??= number;
      continue;
    }
    closeComment(number);
    if (blanks === -1) continue;
    // A list may stand in the column of its key, and belongs below it.
    const depth = blanks * 2 + (/^\s*-(\s|$)/.test(line) ? 1 : 0);
    close(depth);
    open.push({ depth, line: number });
    last = number;
  }
  closeComment(lines.length + 1);
  close(0);
  return folds.sort((a, b) => a.start - b.start || b.end - a.end);
}
