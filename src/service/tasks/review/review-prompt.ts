import { Fault } from '../../../model/fault.ts';
import { counted } from '../../../review/formats/policy-line.ts';
import { writeReview } from '../../../review/formats/write-review.ts';
import { isUnknownRange, type ReviewWorld, runReview } from './run-review.ts';

/** Files that are named at most. */
const mostFiles = 200;

/** What puts a change before an agent that is to judge it: the rules, the files, and how to report. Faults: those of a review. */
export async function reviewPrompt(range: string | undefined, world: ReviewWorld): Promise<string> {
  const review = await runReview({ range }, world).catch((error: unknown) => {
    if (isUnknownRange(error)) throw new Fault('invalid-parameter', error.message, { cause: error });
    throw error;
  });
  const { files } = review.data;
  const named = files.slice(0, mostFiles).map(({ path, old, status }) => {
    return `- ${status}: ${JSON.stringify(path)}${old === undefined ? '' : ` (from ${JSON.stringify(old)})`}`;
  });
  const more = files.length > mostFiles ? [`- and ${files.length - mostFiles} more`] : [];
  return `Judge this change by the rules below, and by nothing else. Look at each changed file with the tools that you have${range === undefined ? '' : `; the range is ${JSON.stringify(range)}`}.

Report each violation in one line: the id of the rule, the place as file:line, and a short quote of that line. MUST is mandatory, SHOULD advice. Name the rules that you could not judge. Where nothing is violated, say so in one line.

${counted(files.length, 'changed file')}:

${[...named, ...more].join('\n')}

${writeReview(review, 'text')}`;
}
