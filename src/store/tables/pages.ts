/** Rows that are read at a time, and the bytes after which the rest of them waits for the next time. */
export const pageRows = 500;
export const pageBytes: number = 4 * 1024 * 1024;

/** Whether no rows come behind these; each says in `found` how many there were before the bytes were counted. */
export function isLastPage(rows: readonly { readonly found?: unknown }[]): boolean {
  const [first] = rows;
  if (first === undefined) return true;
  const found = Number(first.found);
  return found < pageRows && found === rows.length;
}
