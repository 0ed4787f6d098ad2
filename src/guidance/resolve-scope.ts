import type { ScopeMetadata } from '../model/guidance.ts';
import { lineageOf } from '../resolve/lineage.ts';
import { mergeLineage, type ScopePart } from '../resolve/merging.ts';
import type { Guidance, OwnGuidance, RemoteScope, ResolvedScope, ScopeLayer } from './guidance.ts';
import { type KindName, type KindTypes, kindNames, kinds } from './kinds.ts';

/** All that is known of one scope: its own files, and what masters say of it, in list order. */
export interface ScopeParts {
  /** Null where the scope is only on masters. */
  readonly local: ScopeLayer | null;
  readonly remotes: readonly RemoteScope[];
}

/** What a resolution is given beside the content. */
export type ResolutionNotes = Pick<ResolvedScope, 'warnings' | 'unavailable' | 'keepSeconds'>;

/**
 * A scope with everything it inherits, kind by kind. `parts` holds the scope and its ancestors; a parent that is not in it
 * is skipped. Faults: `inheritance-cycle`, `inheritance-too-deep`.
 */
export function resolveScope(
  name: string,
  parts: ReadonlyMap<string, ScopeParts>,
  options: { maxDepth: number; notes: ResolutionNotes },
): ResolvedScope {
  const own = parts.get(name);
  if (own === undefined) throw new TypeError(`content of scope ${name} is missing`);
  const parentsOf = (scope: string) => {
    const found = parts.get(scope);
    return found === undefined ? undefined : (found.local?.metadata.parents ?? []);
  };
  const lineage = lineageOf(name, parentsOf, options.maxDepth);
  const used = lineage.flatMap((scope) => parts.get(scope) ?? []);
  const remotes = used.flatMap((part) => part.remotes);
  return {
    name,
    metadata: metadataOf(own),
    lineage,
    access: used.flatMap(({ local }) => local?.metadata.access ?? []),
    sources: [
      ...(used.some(({ local }) => local !== null) ? ['local'] : []),
      ...new Set(remotes.map(({ url }) => url)),
    ],
    ...mergedGuidance(name, parts),
    ...options.notes,
  };
}

function mergedGuidance(name: string, parts: ReadonlyMap<string, ScopeParts>): Guidance {
  const merged = <Name extends KindName>(kind: Name) =>
    mergeLineage(name, (scope) => partOf(parts.get(scope), kind), kinds[kind].merging);
  return Object.fromEntries(kindNames.map((kind) => [kind, merged(kind)])) as unknown as Guidance;
}

/** What is known of one scope by one kind. */
function partOf<Name extends KindName>(
  parts: ScopeParts | undefined,
  kind: Name,
): ScopePart<KindTypes[Name]['own'], KindTypes[Name]['merged']> | undefined {
  if (parts === undefined) return undefined;
  const own: OwnGuidance | null = parts.local;
  const remotes: readonly Guidance[] = parts.remotes;
  return {
    local: own === null ? null : { parents: parts.local?.metadata.parents ?? [], content: own[kind] },
    remotes: remotes.map((remote) => remote[kind]),
  };
}

/** The scope's own metadata; what it does not say itself, the first master that does may. */
function metadataOf({ local, remotes }: ScopeParts): ScopeMetadata {
  const description = remotes.map((remote) => remote.description).find((text) => text !== '') ?? '';
  const tags = remotes.map((remote) => remote.tags).find((own) => Object.keys(own).length > 0) ?? {};
  if (local === null) return { description, tags, parents: [], access: null };
  const { metadata } = local;
  return {
    ...metadata,
    description: metadata.description || description,
    tags: Object.keys(metadata.tags).length > 0 ? metadata.tags : tags,
  };
}
