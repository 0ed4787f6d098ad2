import { Fault } from '../../../model/fault.ts';
import { isCategoryPath } from '../../../model/names/category-path.ts';
import { type CategoryFilter, categoryFilter } from '../../answers/category-filter.ts';

const maxLength = 10_000;

/**
 * A filter from the argument `categories`: comma-separated dot paths, each for that category and all below it.
 * Undefined wants everything. Fault: `invalid-category` for an empty, malformed or too long (10,000) text.
 */
export function parseCategoryFilter(text: string | undefined): CategoryFilter {
  return categoryFilter(parseCategories(text));
}

/** The dot paths of that argument; null for everything. Fault: the same. */
export function parseCategories(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  if (text.length > maxLength) throw invalid(`the filter has over ${maxLength} characters`, text);
  const wanted = new Set(text.split(',').map((path) => path.trim()));
  for (const path of wanted) if (!isCategoryPath(path)) throw invalid(mistakeOf(path), text);
  return wanted;
}

/** One category by its dot path, spaces around it left out. Fault: `invalid-category` for anything else. */
export function parseCategory(text: string | undefined): string | undefined {
  const path = text?.trim();
  if (path === undefined || (path.length <= maxLength && isCategoryPath(path))) return path;
  throw new Fault(
    'invalid-category',
    `The category cannot be read: ${mistakeOf(path)}. Give one dot path of A-Z, a-z, 0-9, "_" and "-", like "backend.api"${orNone(path)}.`,
  );
}

/** Agents fill in what they mean to leave out. */
function orNone(text: string): string {
  return text.trim() === '' ? ', or leave it out' : '';
}

function mistakeOf(path: string): string {
  return path === '' ? 'it is empty' : `"${path.slice(0, 80)}" is no dot path`;
}

function invalid(reason: string, text: string): Fault {
  return new Fault(
    'invalid-category',
    `The category filter cannot be read: ${reason}. Give dot paths of A-Z, a-z, 0-9, "_" and "-", separated by commas, like "backend.api,security"${orNone(text)}.`,
  );
}
