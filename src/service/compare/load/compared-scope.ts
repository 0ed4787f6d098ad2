import type { Guidance, ResolvedScope } from '../../../guidance/guidance.ts';
import { type KindName, type KindTypes, kindNames, kinds } from '../../../guidance/kinds.ts';
import type { Part } from '../../../guidance/part.ts';
import { detailTexts } from '../../../guidance/rules/record/details.ts';
import { isRuleKind, type RuleKind } from '../../../guidance/rules/rule.ts';
import { createWaiversFor } from '../../../guidance/waivers/resolve-waivers.ts';
import { estimateTokens } from '../../../model/text/tokens.ts';
import type { ScopeSize } from '../change.ts';

/** What a scope serves, in pieces that can be compared. */
export interface ComparedScope {
  readonly name: string;
  /** Itself and its ancestors, nearest first. */
  readonly lineage: readonly string[];
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Those that are not among its ancestors here: a master has them, or nobody. */
  readonly parents: readonly string[];
  readonly parts: ReadonlyMap<KindName, readonly Part[]>;
}

/** Takes a scope apart. */
export type TakeApart = (scope: ResolvedScope) => ComparedScope;

type PartReaders = { readonly [Name in KindName]: (content: KindTypes[Name]['merged']) => Iterable<Part> };

/** Loads what takes scopes apart. */
export async function loadTakeApart(): Promise<TakeApart> {
  const loaded = kindNames.map(async (kind) => [kind, await kinds[kind].loadParts()]);
  const readers = Object.fromEntries(await Promise.all(loaded)) as PartReaders;
  const read = <Name extends KindName>(kind: Name, scope: ResolvedScope, waiversFor: WaiversFor) => {
    const guidance: Guidance = scope;
    const parts = [...readers[kind](guidance[kind])];
    return isRuleKind(kind) ? parts.map((part) => withWaivers(part, kind, waiversFor)) : parts;
  };
  return (scope) => ({
    name: scope.name,
    lineage: scope.descent.lineage,
    description: scope.metadata.description,
    tags: scope.metadata.tags,
    parents: scope.metadata.parents.filter((parent) => !scope.descent.lineage.includes(parent)),
    parts: new Map(kindNames.map((kind) => [kind, read(kind, scope, createWaiversFor(scope.waivers))])),
  });
}

type WaiversFor = ReturnType<typeof createWaiversFor>;

/** A category whose rules have the waivers that hold for them today; itself where there are none. */
function withWaivers(part: Part, kind: RuleKind, waiversFor: WaiversFor): Part {
  const rules = part.rules.map((rule) => {
    const waivers = waiversFor(kind, rule);
    return waivers.length === 0 ? rule : { ...rule, waivers };
  });
  return rules.every((rule, index) => rule === part.rules[index]) ? part : { ...part, rules };
}

/** How much a scope serves. */
export function sizeOf({ parts }: ComparedScope): ScopeSize {
  const all = [...parts.values()].flat();
  const rules = all.flatMap((part) => part.rules);
  const texts = rules.flatMap(({ text, details }) => [text, ...detailTexts(details)]);
  return {
    rules: rules.length,
    katas: all.filter(({ element }) => element === 'kata').length,
    tokens: estimateTokens(texts.join('')),
  };
}
