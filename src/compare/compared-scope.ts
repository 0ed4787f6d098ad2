import type { Guidance, ResolvedScope } from '../guidance/guidance.ts';
import { type KindName, type KindTypes, kindNames, kinds } from '../guidance/kinds.ts';
import type { Part } from '../guidance/part.ts';
import { estimateTokens } from '../model/tokens.ts';
import type { ScopeSize } from './change.ts';

/** What a scope serves, in pieces that can be compared. */
export interface ComparedScope {
  readonly name: string;
  /** Itself and its ancestors, nearest first. */
  readonly lineage: readonly string[];
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly parts: ReadonlyMap<KindName, readonly Part[]>;
}

/** Takes a scope apart. */
export type TakeApart = (scope: ResolvedScope) => ComparedScope;

type PartReaders = { readonly [Name in KindName]: (content: KindTypes[Name]['merged']) => Iterable<Part> };

/** Loads what takes scopes apart. */
export async function loadTakeApart(): Promise<TakeApart> {
  const loaded = kindNames.map(async (kind) => [kind, await kinds[kind].loadParts()]);
  const readers = Object.fromEntries(await Promise.all(loaded)) as PartReaders;
  const read = <Name extends KindName>(kind: Name, guidance: Guidance) => [...readers[kind](guidance[kind])];
  return (scope) => ({
    name: scope.name,
    lineage: scope.descent.lineage,
    description: scope.metadata.description,
    tags: scope.metadata.tags,
    parts: new Map(kindNames.map((kind) => [kind, read(kind, scope)])),
  });
}

/** How much a scope serves. */
export function sizeOf({ parts }: ComparedScope): ScopeSize {
  const all = [...parts.values()].flat();
  const texts = all.flatMap(({ rules }) => rules.map(({ text }) => text));
  return {
    rules: texts.length,
    katas: all.filter(({ element }) => element === 'kata').length,
    tokens: estimateTokens(texts.join('')),
  };
}
