import { homepage } from '../../../model/problems/help-link.ts';
import type { Review } from '../to-review.ts';
import { breaksId, toldBreaks, toldFindings, weightOf } from './told-findings.ts';

const severities = { error: 'ERROR', warning: 'WARNING', note: 'INFO' } as const;

/** Findings in the Reviewdog Diagnostic Format. */
export function reviewRdjson(review: Review): string {
  const diagnostics = toldFindings(review).map((told) => {
    const { path, message, finding, rule } = told;
    const { line } = finding;
    const range = line === undefined ? {} : { range: { start: { line }, end: { line } } };
    return {
      message,
      location: { path, ...range },
      severity: severities[weightOf(told)],
      code: { value: rule.id },
    };
  });
  const broken = toldBreaks(review).map(({ path, line, message }) => ({
    message,
    location: { path, range: { start: { line }, end: { line } } },
    severity: severities.error,
    code: { value: breaksId },
  }));
  const all = [...broken, ...diagnostics];
  return `${JSON.stringify({ source: { name: 'precept', url: homepage }, diagnostics: all }, null, 2)}\n`;
}
