import { type KindName, kinds } from '../../guidance/kinds.ts';
import { isRuleKind } from '../../guidance/rules/rule.ts';
import type { Change } from './change.ts';

/**
 * Changes in which a rule that is gone in one place and new in another, with the same text, is one change: of its strength, of its
 * category, or of both. A text that is there several times stays what it was.
 */
export function pairMoves(changes: readonly Change[]): readonly Change[] {
  const gone = onlyOnes(changes, 'removed');
  if (gone.size === 0) return changes;
  const come = onlyOnes(changes, 'added');
  const partners = new Map<Change, Change>();
  for (const [text, young] of come) {
    const old = gone.get(text);
    if (old !== undefined) partners.set(young, old);
  }
  if (partners.size === 0) return changes;
  const left = new Set(partners.values());
  return changes.flatMap((change) => {
    const old = partners.get(change);
    if (old !== undefined) return [moved(old, change)];
    return left.has(change) ? [] : [change];
  });
}

/** The rules that are added, or removed, by their texts, where that is so once. */
function onlyOnes(changes: readonly Change[], op: Change['op']): ReadonlyMap<string, Change> {
  const found = new Map<string, Change | null>();
  for (const change of changes) {
    if (change.element !== 'rule' || change.op !== op || change.field !== null) continue;
    const text = String(op === 'added' ? change.after : change.before);
    found.set(text, found.has(text) || change.count > 1 ? null : change);
  }
  return new Map([...found].flatMap(([text, change]) => (change === null ? [] : [[text, change] as const])));
}

function moved(old: Change, young: Change): Change {
  const isStronger = old.kind !== young.kind;
  return {
    ...young,
    field: isStronger ? 'strength' : 'category',
    op: 'changed',
    before: isStronger ? wordOf(old.kind) : old.category,
    after: isStronger ? wordOf(young.kind) : young.category,
    text: String(young.after),
    from: { kind: old.kind, category: old.category },
  };
}

function wordOf(kind: KindName | null): string {
  return kind !== null && isRuleKind(kind) ? kinds[kind].noun : String(kind);
}
