import { githubCommand } from '../../../model/problems/github-command.ts';
import { editsAnything, editsLines } from '../edits/guidance-edits.ts';
import type { Review } from '../to-review.ts';
import { breaksHeading, editsHeading, policyLine } from './policy-line.ts';
import { toldFindings, weightOf } from './told-findings.ts';

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Workflow commands, which GitHub shows beside the lines of a change. */
export function reviewGithub(review: Review): string {
  const { data, edits } = review;
  const policy = githubCommand(
    data.policy.complete ? 'notice' : 'warning',
    { title: 'precept' },
    policyLine(data.policy),
  );
  const broken = edits.broken.map(({ file, line, column, message }) => {
    const place = {
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { col: column }),
      title: 'precept',
    };
    return githubCommand('error', place, `${breaksHeading} ${message}`);
  });
  const edited = editsAnything(edits)
    ? [githubCommand('warning', { title: 'precept' }, [editsHeading, ...editsLines(edits)].join('\n'))]
    : [];
  const findings = toldFindings(review).map((told) => {
    const { path, message, finding, rule } = told;
    const place = { file: path, ...(finding.line !== undefined && { line: finding.line }), title: rule.id };
    return githubCommand(commands[weightOf(told)], place, message);
  });
  const notRun = data.rules.flatMap(({ outcome, strength, id, reason = '' }) =>
    outcome === 'not-run' && strength === 'MUST'
      ? [githubCommand('warning', { title: id }, `The checks of MUST ${id} did not run: ${reason}`)]
      : [],
  );
  return [policy, ...broken, ...edited, ...findings, ...notRun].join('');
}
