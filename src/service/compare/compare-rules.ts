import type { KindName } from '../../guidance/kinds.ts';
import type { Part, PartRule } from '../../guidance/part.ts';
import { waiverText } from '../../guidance/waivers/waiver-text.ts';
import type { Change } from './change.ts';
import { compareLists } from './compare-lists.ts';
import { pairEdits } from './pair-edits.ts';

/** Finds what differs between the rules of one category, null for one that was not there. It can pause. */
export type CompareRules = (
  kind: KindName,
  before: Part | null,
  after: Part | null,
) => Generator<void, readonly Change[]>;

type Rules = readonly PartRule[];

/**
 * Compares rules, and remembers what it found last for each category: a thousand scopes may inherit the very same ones, and
 * all of them get the same changes, not only equal ones.
 */
export function createRuleComparer(): CompareRules {
  const last = new Map<string, { old: Rules; young: Rules; changes: readonly Change[] }>();
  return function* (kind, before, after) {
    const part = after ?? before;
    if (part === null) return [];
    const [old, young] = [before?.rules ?? [], after?.rules ?? []];
    const key = `${kind} ${part.category}`;
    const known = last.get(key);
    if (known !== undefined && areSame(known.old, old) && areSame(known.young, young)) return known.changes;
    const changes = yield* comparingRules(kind, part, old, young);
    last.set(key, { old, young, changes });
    return changes;
  };
}

function areSame(some: Rules, others: Rules): boolean {
  return some.length === others.length && some.every((rule, index) => rule === others[index]);
}

function* comparingRules(
  kind: KindName,
  { category, idOf }: Part,
  old: Rules,
  young: Rules,
): Generator<void, readonly Change[]> {
  yield;
  const differences = areSame(old, young) ? [] : compareLists(old, young, ({ text }) => text);
  const base = { element: 'rule', kind, category, name: null, field: null } as const;
  yield;
  const edits = pairEdits(old, young, differences);
  const arrived = new Set<unknown>(edits.values());
  const changes: Change[] = [];
  for (const found of differences) {
    yield;
    if (found.op === 'moved') {
      const [first] = found.after;
      const texts = (rules: Rules) => rules.map(({ text }) => text);
      const order = { before: texts(found.before), after: texts(found.after) };
      changes.push({ ...base, op: 'moved', id: null, ...order, count: 1, place: first?.origin ?? null });
      continue;
    }
    if (arrived.has(found)) continue;
    const now = edits.get(found)?.item;
    const { item, op, count } = found;
    const at = { id: idOf(now ?? item), count, place: (now ?? item).origin };
    const texts = op === 'added' ? { before: null, after: item.text } : { before: item.text, after: null };
    if (now === undefined) changes.push({ ...base, op, ...texts, ...at });
    else changes.push({ ...base, op: 'changed', before: item.text, after: now.text, ...at });
  }
  const partners = new Map([...edits].map(([gone, come]) => [gone.item, come.item]));
  for (const [was, is] of pairsOf(old, young, partners)) {
    yield;
    changes.push(...compareFields({ ...base, id: idOf(is), place: is.origin, count: 1 }, was, is));
  }
  return changes;
}

/** The rules that are there before and after, where one of the two is more than its text. */
function* pairsOf(
  old: Rules,
  young: Rules,
  partners: ReadonlyMap<PartRule, PartRule>,
): Iterable<[PartRule, PartRule]> {
  const isMore = ({ id, details, waivers }: PartRule) =>
    id !== undefined || details !== undefined || waivers !== undefined;
  if (!old.some(isMore) && !young.some(isMore)) return;
  const byText = new Map(young.map((rule) => [rule.text, rule]));
  for (const was of old) {
    const is = partners.get(was) ?? byText.get(was.text);
    if (is !== undefined && is !== was && (isMore(was) || isMore(is))) yield [was, is];
  }
}

/** What a rule says beside its text, field by field. */
function* compareFields(
  base: Omit<Change, 'field' | 'op' | 'before' | 'after'>,
  was: PartRule,
  is: PartRule,
): Iterable<Change> {
  const [before, after] = [fieldsOf(was), fieldsOf(is)];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, young] = [before[field] ?? null, after[field] ?? null];
    if (JSON.stringify(old) === JSON.stringify(young)) continue;
    const op = old === null ? 'added' : young === null ? 'removed' : 'changed';
    yield { ...base, field, op, before: old, after: young };
  }
}

function fieldsOf({ id, details, waivers }: PartRule): Readonly<Record<string, unknown>> {
  return {
    ...(id !== undefined && { id }),
    ...details,
    ...(waivers !== undefined && { waivers: waivers.map(waiverText) }),
  };
}
