import { linesOf, withoutMarkers } from '../../../render/foreign-text.ts';
import { bullet, codeSpan } from '../../../render/markdown.ts';
import { listOf, type RuleDetails } from './details.ts';

/** What Markdown shows of details, a bullet each, for the place below the rule's own bullet. `elements` may not be in them. */
export function detailBullets(
  details: RuleDetails | null | undefined,
  shown: readonly string[],
  elements: readonly string[] = [],
): string[] {
  if (!details) return [];
  const { why, good, bad } = details;
  const examples = (label: string, given: typeof good) =>
    listOf<string>(given).flatMap((one) => exampleBullet(label, withoutMarkers(one, elements)));
  return [
    ...(shown.includes('why') && why !== undefined && why.trim() !== ''
      ? [bullet(`Why: ${withoutMarkers(why.trim(), elements)}`, 1)]
      : []),
    ...(shown.includes('examples') ? [...examples('Good', good), ...examples('Bad', bad)] : []),
  ];
}

/** A text with what Markdown shows of its details: what its tokens are counted of. */
export function withDetails(
  text: string,
  details: RuleDetails | null | undefined,
  shown: readonly string[],
): string {
  const bullets = detailBullets(details, shown);
  return bullets.length === 0 ? text : [text, ...bullets].join('\n');
}

/** An example of one line as a code span, of more as a fenced block below its bullet; nothing for a blank one. */
function exampleBullet(label: string, example: string): string[] {
  const lines = linesOf(example.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd());
  const [first = ''] = lines;
  if (first.trim() === '') return [];
  if (lines.length === 1) return [`  - ${label}: ${codeSpan(first.trim())}`];
  const longest = Math.max(2, ...(example.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const block = [fence, ...lines, fence].map((line) => (line === '' ? '' : `    ${line}`));
  return [[`  - ${label}:`, ...block].join('\n')];
}
