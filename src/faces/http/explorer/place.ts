import { isManifestUrl } from '../../../config/values/master-url.ts';
import { bySegment, isWithin } from '../../../model/names/category-path.ts';
import { scopeNamePattern } from '../../../model/names/scope-name.ts';
import type { Origin } from '../../../model/origin.ts';
import { pageFacts } from '../../../service/operations/explorer.ts';

/** Where something is written, as pages show it. */
export interface Place {
  /** `checkout/suggestions.yml:12` */
  readonly text: string;
  /** The page with that line, on the server that has the file; null where there is none. */
  readonly href: string | null;
  /** The master it comes from; null for our own files. */
  readonly server: string | null;
  readonly scope: string;
}

export function scopeHref(name: string, path = ''): string {
  return `/scopes/${encodeURIComponent(name)}${path}`;
}

/** Lines of a content file on one page. */
export const pageLines = 5000;

/** The page of a content file that has a line. */
export function sourceHref(scope: string, file: string, line: number): string {
  const from = firstLineOf(line);
  return scopeHref(scope, `/source/${file}${from === 1 ? '' : `?from=${from}`}`);
}

/** The first line of the page that has a line. */
export function firstLineOf(line: number): number {
  return line - ((line - 1) % pageLines);
}

export function toPlace({ server, scope, file, line }: Origin): Place {
  const text = `${file}:${line}`;
  const [folder = '', name = '', ...rest] = file.split('/');
  const known = rest.length === 0 && scopeNamePattern.test(folder) && pageFacts.sourceFiles.includes(name);
  const page = known ? `${sourceHref(folder, name, line)}#L${line}` : null;
  if (server === 'local') return { text, href: page, server: null, scope };
  // A source is no server that has pages.
  if (isManifestUrl(server) || server.includes('#')) return { text, href: null, server, scope };
  // Masters are asked at this very address, below which they have pages like ours.
  return { text, href: server + (page ?? scopeHref(scope)), server, scope };
}

/** A category that another links to; `href` is null where this page does not have it. */
export interface Link {
  readonly text: string;
  readonly href: string | null;
}

/** A link to the first of a page's sorted categories that is what is linked to, or below it. */
export function toLink(text: string, categories: readonly string[]): Link {
  const found = categories[firstFrom(categories, text)];
  return { text, href: found !== undefined && isWithin(found, text) ? `#${categoryId(found)}` : null };
}

/** The place of the first of sorted categories that is not before `text`: pages may have thousands, and as many links to them. */
function firstFrom(categories: readonly string[], text: string): number {
  let low = 0;
  let high = categories.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bySegment(categories[middle] as string, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A category's name as part of an element's id and of links to it. */
export function categoryId(category: string): string {
  return `c-${category.replace(/[^\w.-]/g, '_')}`;
}
