import { ancestorsOf } from '../../resolve/category-order.ts';

/** Decides whether a category is wanted. */
export type CategoryFilter = (category: string) => boolean;

/** Wants each of the dot paths and all below it, by whole segments; null wants everything. */
export function categoryFilter(wanted: ReadonlySet<string> | null): CategoryFilter {
  if (wanted === null) return () => true;
  return (category) => wanted.has(category) || ancestorsOf(category).some((ancestor) => wanted.has(ancestor));
}
