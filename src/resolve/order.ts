/** The same entries, each category before its sub-categories, otherwise in their order. */
export function parentsFirst<Value>(categories: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const ordered = new Map<string, Value>();
  for (const [name, value] of categories) {
    for (const ancestor of ancestorsOf(name).reverse()) {
      const above = categories.get(ancestor);
      if (above !== undefined) ordered.set(ancestor, above);
    }
    ordered.set(name, value);
  }
  return ordered;
}

/** The dot paths above a category, nearest first: `a.b.c` gives `a.b`, `a`. */
export function ancestorsOf(category: string): string[] {
  const ancestors: string[] = [];
  for (let dot = category.lastIndexOf('.'); dot > 0; dot = category.lastIndexOf('.', dot - 1)) {
    ancestors.push(category.slice(0, dot));
  }
  return ancestors;
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
