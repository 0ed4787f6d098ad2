import type { Review } from '../to-review.ts';
import { counted } from './policy-line.ts';
import { reviewText } from './text-format.ts';

/** Files that are named at most. */
const mostFiles = 200;

/** For an agent that is to judge the change: how to report, the files, then the rules. */
export function reviewPrompt(review: Review): string {
  const { range } = review;
  const { files } = review.data;
  const named = files.slice(0, mostFiles).map(({ path, old, status }) => {
    return `- ${status}: ${JSON.stringify(path)}${old === undefined ? '' : ` (from ${JSON.stringify(old)})`}`;
  });
  const more = files.length > mostFiles ? [`- and ${files.length - mostFiles} more`] : [];
  return `Judge this change by the rules below, and by nothing else. Look at each changed file with the tools that you have${range === undefined ? '' : `; the range is ${JSON.stringify(range)}`}.

Report each violation in one line: the id of the rule, the place as file:line, and a short quote of that line. MUST is mandatory, SHOULD advice. Name the rules that you could not judge. Where nothing is violated, say so in one line.

${counted(files.length, 'changed file')}:

${[...named, ...more].join('\n')}

${reviewText(review)}`;
}
