import { type KindName, kindNames } from '../../guidance/kinds.ts';
import type { Part } from '../../guidance/part.ts';
import type { Change } from './change.ts';
import { compareLists } from './compare-lists.ts';
import type { CompareRules } from './compare-rules.ts';
import type { ComparedScope } from './load/compared-scope.ts';
import { pairMoves } from './pair-moves.ts';

type ChangedThing = Pick<Change, 'element' | 'kind' | 'category' | 'name' | 'place'>;
type Fields = Part['fields'];

/**
 * All that differs between two states of what one scope serves, null for one in which it was not there. Applied to the state
 * before they give the state after, but for the place of what is added. The order of categories is not compared. It can pause.
 */
export function* comparingScopes(
  before: ComparedScope | null,
  after: ComparedScope | null,
  compareRules: CompareRules,
): Generator<void, Change[]> {
  const changes = [...compareMetadata(before, after)];
  for (const kind of kindNames) {
    const old = before?.parts.get(kind) ?? [];
    const young = after?.parts.get(kind) ?? [];
    for (const change of yield* comparingParts(kind, old, young, compareRules)) changes.push(change);
  }
  return [...pairMoves(changes)];
}

function* compareMetadata(before: ComparedScope | null, after: ComparedScope | null): Iterable<Change> {
  const place: ChangedThing = { element: 'metadata', kind: null, category: null, name: null, place: null };
  const described = (scope: ComparedScope | null) => ({ description: scope?.description || null });
  yield* compareFields(place, described(before), described(after));
  // A scope that is new or gone, and another scope, have parents of their own.
  if (before !== null && before.name === after?.name)
    yield* compareFields(place, { parents: before.parents }, { parents: after.parents });
  for (const name of new Set([...Object.keys(before?.tags ?? {}), ...Object.keys(after?.tags ?? {})])) {
    const tag = (scope: ComparedScope | null) => ({ tags: tagOf(scope, name) });
    yield* compareFields({ ...place, name }, tag(before), tag(after));
  }
}

function tagOf(scope: ComparedScope | null, name: string): string | null {
  return scope !== null && Object.hasOwn(scope.tags, name) ? (scope.tags[name] ?? null) : null;
}

function* comparingParts(
  kind: KindName,
  before: readonly Part[],
  after: readonly Part[],
  compareRules: CompareRules,
): Generator<void, readonly Change[]> {
  const changes: Change[] = [];
  const add = (more: Iterable<Change>) => {
    for (const change of more) changes.push(change);
  };
  const old = new Map(before.map((part) => [keyOf(part), part]));
  const young = new Map(after.map((part) => [keyOf(part), part]));
  for (const [key, part] of old) {
    const now = young.get(key);
    if (now === undefined) changes.push(whole(kind, part, 'removed'));
    else add(compareFields(placeOf(kind, now), part.fields, now.fields));
    add(yield* compareRules(kind, part, now ?? null));
    yield;
  }
  for (const [key, part] of young) {
    if (old.has(key)) continue;
    changes.push(whole(kind, part, 'added'));
    add(yield* compareRules(kind, null, part));
    yield;
  }
  add(compareOrder(kind, before, after));
  return changes;
}

function* compareFields(place: ChangedThing, before: Fields, after: Fields): Iterable<Change> {
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, young] = [before[field] ?? null, after[field] ?? null];
    if (old === young) continue;
    if (Array.isArray(old) && Array.isArray(young)) {
      for (const found of compareLists<unknown>(old, young, (item) => JSON.stringify(item))) {
        const base = { ...place, field, op: found.op, id: null };
        if (found.op === 'moved') yield { ...base, before: found.before, after: found.after, count: 1 };
        else yield { ...base, ...oneSided(found.op, found.item), count: found.count };
      }
    } else if (JSON.stringify(old) !== JSON.stringify(young)) {
      const op = old === null ? 'added' : young === null ? 'removed' : 'changed';
      yield { ...place, field, op, id: null, before: old, after: young, count: 1 };
    }
  }
}

/** Katas of each category, and stories, that come in another order: the names of those that changed places. */
function* compareOrder(kind: KindName, before: readonly Part[], after: readonly Part[]): Iterable<Change> {
  const old = namedParts(before);
  for (const [group, parts] of namedParts(after)) {
    const [order] = compareLists(old.get(group) ?? [], parts, ({ name }) => name ?? '');
    const [first] = order?.op === 'moved' ? order.after : [];
    if (order?.op !== 'moved' || first === undefined) continue;
    const names = (moved: readonly Part[]) => moved.map(({ name }) => name);
    const place = { ...placeOf(kind, first), name: null, field: null };
    const orders = { before: names(order.before), after: names(order.after) };
    yield { ...place, op: 'moved', id: null, ...orders, count: 1 };
  }
}

/** The parts that have names, by what they stand in. */
function namedParts(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    if (part.name === null) continue;
    const group = JSON.stringify([part.element, part.category]);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [part]);
    else known.push(part);
  }
  return groups;
}

function whole(kind: KindName, part: Part, op: 'added' | 'removed'): Change {
  return { ...placeOf(kind, part), field: null, op, id: null, ...oneSided(op, part.fields), count: 1 };
}

function placeOf(kind: KindName, { element, category, name, origin }: Part): ChangedThing {
  return { element, kind, category, name, place: origin };
}

function keyOf({ element, category, name }: Part): string {
  return JSON.stringify([element, category, name]);
}

/** What was there before and is there after, for what is on one side only. */
function oneSided(op: 'added' | 'removed', value: unknown): Pick<Change, 'before' | 'after'> {
  return op === 'added' ? { before: null, after: value } : { before: value, after: null };
}
