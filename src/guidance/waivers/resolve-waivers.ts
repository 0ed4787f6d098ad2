import { utcDay } from '../../model/utc-day.ts';
import { lineageOf } from '../../resolve/lineage.ts';
import type { Guidance, ScopeParts } from '../guidance.ts';
import { pieceIdPattern } from '../piece-id.ts';
import { type Rule, type RuleKind, ruleKinds } from '../rules/rule.ts';
import { ruleId } from '../rules/rule-id.ts';
import { endOf, isInForce, type OwnWaiver, type Waiver } from './waiver.ts';

/**
 * The waivers of local files that hold for a scope, those of the nearest first: the ones in force whose rule their own scope
 * has. `parts` is the scope and its ancestors in the order of inheritance.
 */
export function waiversOf(
  parts: ReadonlyMap<string, ScopeParts>,
  parentsOf: (scope: string) => readonly string[] | undefined,
  maxDepth: number,
): readonly OwnWaiver[] {
  const today = utcDay();
  return [...parts].flatMap(([name, { local }]) => {
    const own = (local?.waivers ?? []).filter((waiver) => isInForce(waiver, today));
    if (own.length === 0) return [];
    const family = lineageOf(name, parentsOf, maxDepth).flatMap((scope) => parts.get(scope) ?? []);
    const layers = family.flatMap((part) => [...(part.local === null ? [] : [part.local]), ...part.remotes]);
    const known = idsIn(layers, own);
    return own.filter(({ rule }) => known.has(rule));
  });
}

/** The ids of the rules of some layers, as far as the waivers name them. */
function idsIn(layers: readonly Guidance[], waivers: readonly Waiver[]): ReadonlySet<string> {
  const idOf = createIdOf(waivers);
  const found = new Set<string>();
  for (const layer of layers) {
    for (const kind of ruleKinds) {
      for (const { rules } of layer[kind].values())
        for (const rule of rules) found.add(idOf(kind, rule) ?? '');
    }
  }
  return found;
}

/** Gives the id of a rule where a waiver may name it; ten thousand rules need not be hashed for one that has a name. */
function createIdOf(waivers: readonly Waiver[]): (kind: RuleKind, rule: Rule) => string | undefined {
  const hashes = waivers.some(({ rule }) => pieceIdPattern.test(rule));
  return (kind, rule) => (hashes ? ruleId(kind, rule) : rule.id);
}

/** Gives the waivers that hold for a rule of a scope today: those its master has for it, and those of local files. */
export function createWaiversFor(
  waivers: readonly OwnWaiver[],
): (kind: RuleKind, rule: Rule) => readonly Waiver[] {
  const today = utcDay();
  const idOf = createIdOf(waivers);
  return (kind, rule) => {
    const { waivers: told = [] } = rule;
    if (told.length === 0 && waivers.length === 0) return [];
    const id = waivers.length === 0 ? undefined : idOf(kind, rule);
    return [...told, ...waivers.filter((waiver) => waiver.rule === id && mayWaive(waiver, rule))].filter(
      (waiver) => isInForce(waiver, today),
    );
  };
}

/** Whether a scope may waive a rule: one that refuses waivers only the scope that wrote it. */
export function mayWaive({ scope }: Waiver, { details, origin }: Rule): boolean {
  return details?.waivable !== false || (origin.server === 'local' && origin.scope === scope);
}

/** When the first waiver of a scope ends, in milliseconds since 1970; null for never. */
export function firstEndOf(guidance: Guidance, waivers: readonly Waiver[]): number | null {
  const told: Waiver[] = [];
  for (const kind of ruleKinds)
    for (const { rules } of guidance[kind].values())
      for (const rule of rules) if (rule.waivers !== undefined) told.push(...rule.waivers);
  const ends = [...told, ...waivers].map(endOf).filter((end) => end > Date.now());
  return ends.length === 0 ? null : Math.min(...ends);
}

/** What a bundle says of waivers: each that holds for every rule of its id. */
export function waiversToTell(
  scope: Guidance & { readonly waivers: readonly OwnWaiver[] },
): readonly Waiver[] {
  const waiversFor = createWaiversFor(scope.waivers);
  const rules = ruleKinds.flatMap((kind) =>
    [...scope[kind].values()].flatMap((category) => category.rules.map((rule) => [kind, rule] as const)),
  );
  const held = rules.flatMap(([kind, rule]) => {
    const waivers = waiversFor(kind, rule);
    return waivers.length === 0 ? [] : [{ id: ruleId(kind, rule), waivers }];
  });
  if (held.length === 0) return [];
  const ids = new Set(held.map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const [kind, rule] of rules) {
    const id = ruleId(kind, rule);
    if (ids.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const told = new Map<string, { readonly waiver: Waiver; count: number }>();
  for (const { id, waivers } of held) {
    for (const waiver of waivers) {
      const one = { ...waiver, rule: id };
      const key = JSON.stringify(one);
      const known = told.get(key);
      if (known === undefined) told.set(key, { waiver: one, count: 1 });
      else known.count++;
    }
  }
  return [...told.values()].flatMap(({ waiver, count }) =>
    count === counts.get(waiver.rule) ? [waiver] : [],
  );
}
