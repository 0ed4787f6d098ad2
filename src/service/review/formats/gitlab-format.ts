import type { Review } from '../to-review.ts';
import { toldFindings, weightOf } from './told-findings.ts';

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
  return `${JSON.stringify(issues, null, 2)}\n`;
}
