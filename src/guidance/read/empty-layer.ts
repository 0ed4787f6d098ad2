import type { ScopeMetadata } from '../../model/guidance.ts';
import type { OwnGuidance, ScopeLayer } from '../guidance.ts';
import { kindNames, kinds } from '../kinds.ts';

/** A layer that says nothing but its metadata. */
export function emptyLayer(name: string, metadata: ScopeMetadata): ScopeLayer {
  const none = Object.fromEntries(kindNames.map((kind) => [kind, kinds[kind].merging.none]));
  return { name, metadata, ...(none as unknown as OwnGuidance) };
}
