import type { AuthoredPiece } from '../../guidance/kind.ts';
import type { Outline } from '../../guidance/outline.ts';
import { hashPiece } from '../../guidance/piece-id.ts';
import { type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import { isOneEditAway } from '../../model/text/nearest.ts';
import { utcDay } from '../../model/utc-day.ts';
import type { Merged } from '../read/merge-scope.ts';
import type { Report } from '../report.ts';

/** What rules say of themselves that somebody may have forgotten: that they are not served, or are to be looked at again. */
export function checkRecords({ guidance }: Outline, report: Report): void {
  const today = utcDay();
  for (const piece of ruleKinds.flatMap((kind) => guidance[kind]).flatMap(({ pieces }) => pieces)) {
    const { record } = piece;
    if (record === undefined) continue;
    if (record.status !== null && !isServed(piece)) {
      const message = record.status.text === 'draft' ? 'the rule is a draft' : 'the rule is retired';
      const hint = 'Write `status: active` to serve it, or remove it once nobody looks for it';
      report.add('not-served', record.status, `${message}, so that it is not served`, hint);
    }
    if (record.reviewBy !== null && isDue(piece, today)) {
      const whose = record.owner === null ? '' : ` by its owner, ${record.owner}`;
      const message = `the rule was to be looked at again until ${record.reviewBy.text}${whose}`;
      report.add('review-due', record.reviewBy, message, 'See whether it still holds, and write a later day');
    }
  }
}

/** Whether a rule, as it is written, is served. */
export function isServed({ record }: AuthoredPiece): boolean {
  const status = record?.status?.text;
  return status !== 'draft' && status !== 'retired';
}

/** Whether the day on which a rule was to be looked at again is past. */
export function isDue({ record }: AuthoredPiece, today: string): boolean {
  const day = record?.reviewBy?.text;
  return (
    day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && day < today && record?.status?.text !== 'retired'
  );
}

/** The id of a rule as it is written. */
export function idOfPiece(kind: RuleKind, { at, record }: AuthoredPiece): string {
  return record?.id?.text ?? hashPiece(kind, at.text);
}

const howToDrop: Readonly<Record<RuleKind, string>> = {
  commandments: 'A scope cannot drop an inherited commandment; a waiver allows it to break one for some time',
  suggestions: 'To drop it here, write its category without +, with the suggestions that are to stay',
};

/** Finds suggestions whose id is one letter off that of an inherited one of their category, which they may be meant to replace. */
export function checkNearIds({ scope, resolved }: Merged, report: Report): void {
  let searches = 0;
  for (const { category, pieces } of scope.outline.guidance.suggestions) {
    const rules = resolved.suggestions.get(category?.name ?? '')?.rules ?? [];
    const inherited = rules.filter(({ id, origin }) => id !== undefined && origin.scope !== scope.name);
    if (inherited.length === 0) continue;
    for (const piece of pieces) {
      const id = piece.record?.id;
      if (id == null || !isServed(piece) || inherited.some((rule) => rule.id === id.text)) continue;
      if (searches++ >= mostSearches) return;
      const near = inherited.find((rule) => isNearId(id.text, rule.id ?? ''));
      if (near === undefined) continue;
      const { file, line } = near.origin;
      const message = `the inherited rule of ${file}:${line} has nearly this id, \`${near.id}\`, and both are served`;
      report.add('near-id', id, message, `Did you mean "${near.id}"? A rule with that id replaces it`);
    }
  }
}

/** Ids that are compared with those that are inherited: a file may have as many as it likes. */
const mostSearches = 1000;

/** Numbers tell ids apart on purpose: `page-1`, `page-2`. */
function isNearId(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a.replace(/\d/g, '') === b.replace(/\d/g, '')) return a === b;
  return isOneEditAway(a, b);
}

/** Finds rules that take the id of an inherited one which is served all the same, drafts and retired ones among them. */
export function checkTakenIds({ scope, resolved }: Merged, report: Report): void {
  const inherited = new Map<string, { kind: RuleKind; category: string; text: string; place: string }>();
  for (const kind of ruleKinds) {
    for (const [category, { rules }] of resolved[kind]) {
      for (const { id, text, origin } of rules) {
        if (id === undefined || origin.scope === scope.name || inherited.has(id)) continue;
        inherited.set(id, { kind, category, text, place: `${origin.file}:${origin.line}` });
      }
    }
  }
  if (inherited.size === 0) return;
  for (const kind of ruleKinds) {
    for (const { category, pieces } of scope.outline.guidance[kind]) {
      for (const piece of pieces) {
        const id = piece.record?.id ?? null;
        const other = id === null ? undefined : inherited.get(id.text);
        if (id === null || other === undefined) continue;
        if (!isServed(piece)) {
          const message = `the inherited rule of ${other.place} with the id \`${id.text}\` is still served`;
          report.add('not-served', id, message, howToDrop[other.kind]);
          continue;
        }
        // The same rule once more, which is one rule.
        if (other.kind === kind && other.category === category?.name && other.text === piece.at.text)
          continue;
        const message = `the inherited rule of ${other.place} has the id \`${id.text}\` already, and both are served`;
        const hint =
          'Give it another id; a suggestion that is to replace an inherited one belongs in the same category, below +';
        report.add('id-taken', id, message, hint);
      }
    }
  }
}
