import { sha256 } from '../../../runtime/sha256.ts';
import type { ReviewFinding, ReviewRule } from '../review-data.ts';
import type { Review } from '../to-review.ts';
import { breaksHeading } from './policy-line.ts';

/** A finding with its rule, as programs take it that know nothing of scopes. */
export interface ToldFinding {
  readonly rule: ReviewRule;
  readonly finding: ReviewFinding;
  /** The file below the root of the repository. */
  readonly path: string;
  readonly message: string;
  /** The same for the same line of the same file, wherever in it that is. */
  readonly fingerprint: string;
}

/** All findings that have a file, in the order of the rules. */
export function toldFindings({ data, prefix }: Review): readonly ToldFinding[] {
  const counts = new Map<string, number>();
  return data.rules.flatMap((rule) =>
    (rule.findings ?? []).flatMap((finding): ToldFinding[] => {
      if (finding.file === '') return [];
      const path = prefix === '' ? finding.file : `${prefix}/${finding.file}`;
      const key = JSON.stringify([rule.id, path, finding.text?.trim() ?? finding.message ?? '']);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const fingerprint = `${sha256(key).slice(0, 16)}:${count}`;
      return [{ rule, finding, path, message: messageOf(rule, finding), fingerprint }];
    }),
  );
}

/** What programs that know nothing of guidance take for the rule of a mistake in it. */
export const breaksId = 'broken-guidance';

/** A mistake that the change brings into guidance, as such programs take it. */
export interface ToldBreak {
  /** The file below the root of the repository. */
  readonly path: string;
  /** The first where it is not known. */
  readonly line: number;
  readonly message: string;
  readonly fingerprint: string;
}

/** All mistakes that the change brings into guidance. */
export function toldBreaks({ edits }: Review): readonly ToldBreak[] {
  return edits.broken.map(({ file, line = 1, message }) => ({
    ...{ path: file, line, message: `${breaksHeading} ${message}` },
    fingerprint: sha256(JSON.stringify([breaksId, file, message])).slice(0, 16),
  }));
}

/** What is said of a finding: the rule, what its check says, why there is the rule, and whether it is waived. */
function messageOf({ strength, rule, why, waiver }: ReviewRule, { message, waived }: ReviewFinding): string {
  const parts = [
    `${strength}: ${rule}`,
    ...(message === undefined ? [] : [message]),
    ...(why === undefined ? [] : [`Why: ${why}`]),
    ...(waived === true && waiver !== undefined ? [waiver] : []),
  ];
  return parts.join('\n');
}

/** How much a finding weighs. */
export function weightOf({ rule, finding }: ToldFinding): 'error' | 'warning' | 'note' {
  if (finding.waived === true) return 'note';
  return rule.strength === 'MUST' ? 'error' : 'warning';
}
