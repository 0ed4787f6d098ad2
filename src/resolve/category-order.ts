/** The same entries, each category before its sub-categories, otherwise in their order. */
export function parentsFirst<Value>(categories: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const ordered = new Map<string, Value>();
  /** Paths that are in their places, with all above them: most categories have the one above them in common. */
  const placed = new Set<string>();
  for (const [name, value] of categories) {
    const direct = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
    for (const ancestor of placed.has(direct) ? [] : ancestorsOf(name).reverse()) {
      const above = categories.get(ancestor);
      if (above !== undefined) ordered.set(ancestor, above);
    }
    placed.add(direct);
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

/** Those of `paths` at or below which one of the categories is; in linear time, for both may be thousands. */
export function pathsAround(categories: Iterable<string>, paths: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  if (paths.size === 0) return found;
  for (const category of categories) {
    for (const path of [category, ...ancestorsOf(category)]) if (paths.has(path)) found.add(path);
  }
  return found;
}
