import type { Origin } from '../../../model/origin.ts';
import { scopeNamePattern } from '../../../model/scope-name.ts';
import { sourceFiles } from '../../../service/operations/get-source.ts';

/** Where something is written, as pages show it. */
export interface Place {
  /** `checkout/suggestions.yml:12` */
  readonly text: string;
  /** The page with that line; null where the file is another server's. */
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
  if (server !== 'local') return { text, href: null, server, scope };
  const [folder = '', name = '', ...rest] = file.split('/');
  const known = rest.length === 0 && scopeNamePattern.test(folder) && sourceFiles.includes(name);
  return {
    text,
    href: known ? `${scopeHref(folder, `/source/${name}`)}#L${line}` : null,
    server: null,
    scope,
  };
}

/** A category's name as part of an element's id and of links to it. */
export function categoryId(category: string): string {
  return `c-${category.replace(/[^\w.-]/g, '_')}`;
}
