import { ruleKinds } from '../guidance/rules/rule.ts';
import { utcDay } from '../model/utc-day.ts';
import { idOfPiece, isDue } from './checks/check-records.ts';
import { readTree } from './read/read-tree.ts';

/** A rule that was to be looked at again. */
export interface DueRule {
  readonly id: string;
  readonly rule: string;
  readonly scope: string;
  readonly category: string;
  /** YYYY-MM-DD. */
  readonly review_by: string;
  /** Relative to the rules folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The rules of one owner that are due, the longest due first; null for those without one. */
export interface DueOwner {
  readonly owner: string | null;
  readonly rules: readonly DueRule[];
}

/** The rules of a rules folder, or of one scope of it, whose `review_by` is past, by owner; those without one come last. */
export async function listDue(rulesPath: string, scope: string | null): Promise<readonly DueOwner[]> {
  const { scopes } = await readTree(rulesPath);
  const today = utcDay();
  const byOwner = new Map<string | null, DueRule[]>();
  for (const { name, outline } of scopes.values()) {
    if (scope !== null && name !== scope) continue;
    for (const kind of ruleKinds) {
      for (const { category, pieces } of outline.guidance[kind]) {
        for (const piece of pieces) {
          const { at, record } = piece;
          if (!record?.reviewBy || !isDue(piece, today)) continue;
          const { line, column } = at.scalar;
          const due: DueRule = {
            id: idOfPiece(kind, piece),
            rule: at.text,
            scope: name,
            category: category?.name ?? '',
            review_by: record.reviewBy.text,
            file: at.file,
            line,
            column,
          };
          byOwner.set(record.owner, [...(byOwner.get(record.owner) ?? []), due]);
        }
      }
    }
  }
  return [...byOwner]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))
    .map(([owner, rules]) => ({
      owner,
      rules: rules.sort((a, b) => (a.review_by < b.review_by ? -1 : a.review_by > b.review_by ? 1 : 0)),
    }));
}

/** The same for people: a heading for each owner, and a line for each rule. */
export function dueText(owners: readonly DueOwner[]): string {
  if (owners.length === 0) return 'No rule is due to be looked at again.\n';
  return owners
    .map(({ owner, rules }) => {
      const lines = rules.map(
        ({ review_by, file, line, column, id, rule }) =>
          `  ${review_by}  ${file}:${line}:${column}  ${id}  ${rule.replace(/\s+/g, ' ').trim()}\n`,
      );
      return `${owner ?? 'Without an owner'}\n${lines.join('')}`;
    })
    .join('\n');
}
