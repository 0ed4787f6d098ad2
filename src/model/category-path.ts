const segment = '[A-Za-z0-9_-]+';
const pattern = new RegExp(`^${segment}(?:\\.${segment})*$`);

/** Whether a text is a dot path that can name a category in requests. */
export function isCategoryPath(text: string): boolean {
  return pattern.test(text);
}

/** Orders dot paths segment by segment, so that a category stands right before its sub-categories. */
export function bySegment(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const x = left[index] as string;
    const y = right[index] as string;
    if (x !== y) return x < y ? -1 : 1;
  }
  return left.length - right.length;
}
