import { noMetadata, type ScopeMetadata } from '../../model/guidance.ts';
import { lineageOf } from '../../resolve/lineage.ts';
import { mergeLineage, type ScopePart } from '../../resolve/merging.ts';
import type { Descent, Guidance, OwnGuidance, ResolvedScope, ScopeParts } from '../guidance.ts';
import { type KindName, type KindTypes, kindNames, kinds } from '../kinds.ts';
import { firstEndOf, waiversOf } from '../waivers/resolve-waivers.ts';
import { localTextsOf } from './local-texts.ts';

/** What a resolution is given beside the content. */
export type ResolutionNotes = Pick<ResolvedScope, 'gaps' | 'warnings' | 'unavailable' | 'keepSeconds'>;

export const noNotes: ResolutionNotes = { gaps: [], warnings: [], unavailable: [], keepSeconds: null };

/**
 * The parents of a scope, highest priority first: those that its own metadata.yml names, then the ancestors that its masters
 * did not have.
 */
function parentsOf({ local, remotes }: ScopeParts): readonly string[] {
  return [
    ...new Set([...(local?.metadata.parents ?? []), ...remotes.flatMap((remote) => remote.absentParents)]),
  ];
}

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
  const knownParents = (scope: string) => {
    const found = parts.get(scope);
    return found === undefined ? undefined : parentsOf(found);
  };
  const lineage = lineageOf(name, knownParents, options.maxDepth);
  const found = new Map(
    lineage.flatMap((scope) => {
      const part = parts.get(scope);
      return part === undefined ? [] : [[scope, part] as const];
    }),
  );
  const used = [...found.values()];
  const remotes = used.flatMap((part) => part.remotes);
  const metadata = metadataOf(own);
  const guidance = mergedGuidance(used);
  const waivers = waiversOf(found, knownParents, options.maxDepth);
  const isLocal = metadata === own.local?.metadata;
  return {
    name,
    metadata,
    localTexts: isLocal ? null : localTextsOf(used.flatMap(({ local }) => local ?? [])),
    lineage,
    descent: descentOf(name, lineage, parts),
    parts: found,
    access: used.flatMap(({ local }) => local?.metadata.access ?? []),
    passedAccess: remotes.flatMap((remote) => remote.access ?? []),
    sources: [
      ...(used.some(({ local }) => local !== null) ? ['local'] : []),
      ...new Set(remotes.map(({ url }) => url)),
    ],
    ...guidance,
    waivers,
    changesAt: firstEndOf(guidance, waivers),
    ...options.notes,
  };
}

/** Each ancestor's own ancestors, as masters tell of them, come after it; the last meeting of a scope counts. */
function descentOf(
  name: string,
  lineage: readonly string[],
  parts: ReadonlyMap<string, ScopeParts>,
): Descent {
  const told = lineage.flatMap((scope) => [
    scope,
    ...(parts.get(scope)?.remotes ?? []).flatMap((remote) => remote.lineage.filter((one) => one !== scope)),
  ]);
  const ancestors = [...new Set(told.toReversed())].reverse().filter((scope) => scope !== name);
  const own = parts.get(name);
  const parents = [
    ...(own?.local?.metadata.parents ?? []).map((parent) => ({ name: parent, server: 'local' })),
    ...(own?.remotes ?? []).flatMap(({ url, parents: theirs }) =>
      theirs.map((parent) => ({ name: parent, server: url })),
    ),
  ];
  const first = new Map(parents.toReversed().map((parent) => [parent.name, parent]));
  return {
    parents: parents.filter((parent) => first.get(parent.name) === parent && parent.name !== name),
    lineage: [name, ...ancestors],
  };
}

function mergedGuidance(used: readonly ScopeParts[]): Guidance {
  const merged = <Name extends KindName>(kind: Name) =>
    mergeLineage(
      used.map((part) => partOf(part, kind)),
      kinds[kind].merging,
    );
  return Object.fromEntries(kindNames.map((kind) => [kind, merged(kind)])) as unknown as Guidance;
}

/** What is known of one scope by one kind. */
export function partOf<Name extends KindName>(
  { local, remotes }: ScopeParts,
  kind: Name,
): ScopePart<KindTypes[Name]['own'], KindTypes[Name]['merged']> {
  const own: OwnGuidance | null = local;
  const others: readonly Guidance[] = remotes;
  return {
    local: own === null ? null : own[kind],
    remotes: others.map((remote) => remote[kind]),
    sources: remotes.filter(({ ofSource }) => ofSource).length,
  };
}

/** What the scope's own metadata.yml says, even where it says nothing; without that file, what the first master has. */
function metadataOf({ local, remotes }: ScopeParts): ScopeMetadata {
  if (local?.metadata.parentsAt !== undefined) return local.metadata;
  return {
    ...noMetadata,
    description: remotes.map((remote) => remote.description).find((text) => text !== '') ?? '',
    tags: remotes.map((remote) => remote.tags).find((own) => Object.keys(own).length > 0) ?? {},
  };
}
