import { isManifestUrl } from '../../../config/master-url.ts';
import type { Origin } from '../../../model/origin.ts';
import { scopeNamePattern } from '../../../model/scope-name.ts';
import { sourceFiles } from '../../../service/operations/get-source.ts';

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

export function toPlace({ server, scope, file, line }: Origin): Place {
  const text = `${file}:${line}`;
  const [folder = '', name = '', ...rest] = file.split('/');
  const known = rest.length === 0 && scopeNamePattern.test(folder) && sourceFiles.includes(name);
  const page = known ? `${scopeHref(folder, `/source/${name}`)}#L${line}` : null;
  if (server === 'local') return { text, href: page, server: null, scope };
  if (isManifestUrl(server)) return { text, href: null, server, scope };
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
  const found = categories.find((category) => category === text || category.startsWith(`${text}.`));
  return { text, href: found === undefined ? null : `#${categoryId(found)}` };
}

/** A category's name as part of an element's id and of links to it. */
export function categoryId(category: string): string {
  return `c-${category.replace(/[^\w.-]/g, '_')}`;
}
