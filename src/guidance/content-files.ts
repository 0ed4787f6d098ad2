import type { Change } from '../model/change.ts';

/** The content files a scope directory may hold, by kind. A directory without any of them is still a scope. */
export const contentKinds = ['metadata', 'commandments', 'suggestions', 'katas', 'tenka'] as const;

export type ContentKind = (typeof contentKinds)[number];

/** The file name of a kind; only `.yml` is read. */
export function contentFile(kind: ContentKind): string {
  return `${kind}.yml`;
}

/** After a reload anything may be different. */
export const anyChange: Change = {
  scopes: null,
  names: true,
  kinds: new Set([...contentKinds, 'results']),
};
