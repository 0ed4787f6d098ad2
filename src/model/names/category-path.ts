const segment = '[A-Za-z0-9_-]+';
const pattern = new RegExp(`^${segment}(?:\\.${segment})*$`);

/** Whether a text is a dot path that can name a category in requests. */
export function isCategoryPath(text: string): boolean {
  return pattern.test(text);
}

const dot = '.'.charCodeAt(0);

/**
 * Orders dot paths segment by segment, so that a category stands right before its sub-categories. It compares letters: thousands of paths
 * of 64 segments would be taken apart again with every comparison.
 */
export function bySegment(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x === y) continue;
    // A segment that ends comes before one that goes on.
    if (x === dot) return -1;
    if (y === dot) return 1;
    return x - y;
  }
  return a.length - b.length;
}

/** Whether a category is the one of that path, or below it. */
export function isWithin(category: string, path: string): boolean {
  return category === path || (category[path.length] === '.' && category.startsWith(path));
}
