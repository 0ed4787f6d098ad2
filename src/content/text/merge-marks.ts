/** What is wrong with a text in which a merge left its marks. */
export const mergeConflict = {
  message: 'a merge conflict was left here',
  hint: 'Keep one side, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>',
} as const;

/** Where the first of the marks is that git leaves in a file of a merge that failed; null where there is none. */
export function findMergeMark(text: string): number | null {
  const found = /^<{7} .*$/m.exec(text);
  return found !== null && /^>{7} /m.test(text.slice(found.index)) ? found.index : null;
}
