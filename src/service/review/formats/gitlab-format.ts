import type { Review } from '../to-review.ts';
import { breaksId, toldBreaks, toldFindings, weightOf } from './told-findings.ts';

const severities = { error: 'major', warning: 'minor', note: 'info' } as const;

/** A code quality report of GitLab. */
export function reviewGitlab(review: Review): string {
  const issues = toldFindings(review).map((told) => {
    const { path, message, finding, rule, fingerprint } = told;
    return {
      description: message,
      check_name: rule.id,
      fingerprint,
      severity: severities[weightOf(told)],
      location: { path, lines: { begin: finding.line ?? 1 } },
    };
  });
  const broken = toldBreaks(review).map(({ path, line, message, fingerprint }) => ({
    description: message,
    check_name: breaksId,
    fingerprint,
    severity: severities.error,
    location: { path, lines: { begin: line } },
  }));
  return `${JSON.stringify([...broken, ...issues], null, 2)}\n`;
}
