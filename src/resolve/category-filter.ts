import { Fault } from '../model/fault.ts';
import { ancestorsOf } from './order.ts';

const segment = '[A-Za-z0-9_-]+';
const categoryPattern = new RegExp(`^${segment}(?:\\.${segment})*$`);
const maxLength = 10_000;

/** Decides whether a category is wanted. */
export type CategoryFilter = (category: string) => boolean;

/**
 * A filter from comma-separated dot paths: each stands for that category and all below it, by whole segments.
 * Undefined wants everything. Fault: `invalid-category` for an empty, malformed or too long (10,000) text.
 */
export function parseCategoryFilter(text: string | undefined): CategoryFilter {
  if (text === undefined) return () => true;
  if (text.length > maxLength) throw invalid(`the filter has over ${maxLength} characters`);
  const wanted = new Set(text.split(',').map((path) => path.trim()));
  for (const path of wanted) {
    if (!categoryPattern.test(path))
      throw invalid(path === '' ? 'it is empty' : `"${path.slice(0, 80)}" is no dot path`);
  }
  return (category) => wanted.has(category) || ancestorsOf(category).some((ancestor) => wanted.has(ancestor));
}

/** One category by its dot path, spaces around it left out. Fault: `invalid-category` for anything else. */
export function parseCategory(text: string | undefined): string | undefined {
  const path = text?.trim();
  if (path === undefined || (path.length <= maxLength && categoryPattern.test(path))) return path;
  const reason = path === '' ? 'it is empty' : `"${path.slice(0, 80)}" is no dot path`;
  throw new Fault(
    'invalid-category',
    `The category cannot be read: ${reason}. Give one dot path of A-Z, a-z, 0-9, "_" and "-", like "backend.api".`,
  );
}

function invalid(reason: string): Fault {
  return new Fault(
    'invalid-category',
    `The category filter cannot be read: ${reason}. Give dot paths of A-Z, a-z, 0-9, "_" and "-", separated by commas, like "backend.api,security".`,
  );
}
