import type { ChangedFile } from '../change/changed-file.ts';
import type { ReviewFinding } from '../review-data.ts';

/** What one check says of a change. `kept`: it has looked, and found nothing. */
export interface CheckVerdict {
  readonly state: 'kept' | 'violated' | 'not-run' | 'review';
  /** Why it did not run, or not over all files; or what a reader is asked. */
  readonly reason?: string;
  readonly findings?: readonly ReviewFinding[];
}

/** Why the word of a check does not count: the change edits what it runs. */
export const editedByChange = 'changed by this change';

/** Why a check cannot look into a file that is no text. */
export function isNoText({ path, kind }: ChangedFile): string {
  return `${path} is ${kind === 'binary' ? 'binary' : `a ${kind}`}`;
}

export const kept: CheckVerdict = { state: 'kept' };

export function notRun(reason: string): CheckVerdict {
  return { state: 'not-run', reason };
}

/** Violated where there are findings; kept otherwise, unless there is a reason why not all could be looked at. */
export function verdictOf(findings: readonly ReviewFinding[], unread: string | null = null): CheckVerdict {
  if (findings.length === 0) return unread === null ? kept : notRun(unread);
  return { state: 'violated', findings, ...(unread !== null && { reason: unread }) };
}
