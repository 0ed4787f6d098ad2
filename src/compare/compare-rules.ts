import type { KindName } from '../guidance/kinds.ts';
import type { Part, PartRule } from '../guidance/part.ts';
import type { Change } from './change.ts';
import { compareLists } from './compare-lists.ts';
import { pairEdits } from './pair-edits.ts';

/** What differs between the rules of one category, null for one that was not there. */
export function compareRules(kind: KindName, before: Part | null, after: Part | null): Change[] {
  const [old, young] = [before?.rules ?? [], after?.rules ?? []];
  const part = after ?? before;
  const differences = old === young ? [] : compareLists(old, young, ({ text }) => text);
  if (part === null || differences.length === 0) return [];
  const { category, idOf } = part;
  const base = { element: 'rule', kind, category, name: null, field: null } as const;
  const edits = pairEdits(old, young, differences);
  const arrived = new Set<unknown>(edits.values());
  return differences.flatMap((found): Change[] => {
    if (found.op === 'moved') {
      const [first] = found.after;
      const texts = (rules: readonly PartRule[]) => rules.map(({ text }) => text);
      const order = { before: texts(found.before), after: texts(found.after) };
      return [{ ...base, op: 'moved', id: null, ...order, count: 1, place: first?.origin ?? null }];
    }
    if (arrived.has(found)) return [];
    const now = edits.get(found)?.item;
    const { item, op, count } = found;
    const at = { id: idOf(now ?? item), count, place: (now ?? item).origin };
    if (now !== undefined) return [{ ...base, op: 'changed', before: item.text, after: now.text, ...at }];
    const texts = op === 'added' ? { before: null, after: item.text } : { before: item.text, after: null };
    return [{ ...base, op, ...texts, ...at }];
  });
}
