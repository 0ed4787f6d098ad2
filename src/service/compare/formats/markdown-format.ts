import { visible } from '../../../model/text/visible-text.ts';
import { codeSpan } from '../../../render/markdown.ts';
import type { Difference, ScopeDifference, ToldChange } from '../change.ts';
import { reachText } from '../reach.ts';
import {
  counted,
  describeValue,
  movedText,
  notableChanges,
  signs,
  subjectOf,
  whereTheyDiffer,
} from './describe-change.ts';
import { figure, moreScopes, scopesToShow } from './describe-scopes.ts';

/** What GitHub takes of a comment is 65,536 characters; some are left for whoever posts it. */
const maxLength = 60_000;
/** Of those, what the list of scopes may take, and the words at the end. */
const maxScopes = 15_000;
const ending = 500;
/** Characters of a text, lines of a list that is not folded, and broken scopes, that are shown. */
const maxText = 1000;
const maxLines = 40;
const maxBroken = 20;

/** For a comment on a pull request: at most 60,000 characters, long lists folded. What authors wrote stands in code blocks. */
export function diffMarkdown(difference: Difference): string {
  const { from, to, notes, scopes } = difference;
  const changes = notableChanges(difference);
  const sum = `${counted(changes.length, 'change')} in ${counted(scopes.length, 'scope')}`;
  const head = [
    `## Guidance: ${scopes.length === 0 ? 'nothing differs' : sum}`,
    `Compared ${codeSpan(from)} with ${codeSpan(to)}.`,
    ...notes.map((note) => `> ${codeSpan(note)}`),
    brokenList(scopes),
    scopeTable(difference),
  ];
  const text = head.filter((part) => part !== '').join('\n\n');
  const { blocks, left } = changeBlocks(changes, difference.lineages, maxLength - ending - text.length);
  const more =
    left === 0 ? [] : [`${counted(left, 'more change')}: \`precept diff\` with \`--format json\` has all.`];
  return `${[text, ...blocks, ...more].join('\n\n')}\n`;
}

function brokenList(scopes: readonly ScopeDifference[]): string {
  const lines = scopes.flatMap(({ name, problems }) =>
    problems.map((problem) => `- **\`${name}\` is broken** ${codeSpan(visible(problem))}`),
  );
  const more = lines.length - maxBroken;
  return [...lines.slice(0, maxBroken), ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function scopeTable(difference: Difference): string {
  const { shown, more } = scopesToShow(difference);
  if (shown.length === 0) return '';
  const head = '| Scope | | Rules | Katas | About tokens |\n|---|---|--:|--:|--:|';
  const table = [head, ...shown.map(row)].join('\n');
  if (more.length === 0) return table;
  let rest = head;
  let count = 0;
  for (const scope of more) {
    const next = `\n${row(scope)}`;
    if (table.length + rest.length + next.length > maxScopes) break;
    rest += next;
    count++;
  }
  const left = more.length - count;
  const end = left === 0 ? '' : `\n\nand ${counted(left, 'more scope')}.`;
  return `${table}\n\n${folded(moreScopes(more), rest + end)}`;
}

function row(scope: ScopeDifference): string {
  const { name, state } = scope;
  const word = state === 'added' ? 'new' : state === 'removed' ? 'gone' : '';
  const figures = (['rules', 'katas', 'tokens'] as const).map((one) => figure(scope, one, '→'));
  return `| \`${name}\` | ${word} | ${figures.join(' | ')} |`;
}

/** The changes by the scopes they reach, those that reach most first, as far as there is room. */
function changeBlocks(
  changes: readonly ToldChange[],
  lineages: Difference['lineages'],
  room: number,
): { blocks: string[]; left: number } {
  const groups = new Map<string, ToldChange[]>();
  for (const change of changes) {
    const key = reachText(change.scopes, lineages);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [change]);
    else known.push(change);
  }
  const blocks: string[] = [];
  let left = 0;
  let free = room;
  const reached = ([change]: ToldChange[]) => change?.scopes.length ?? 0;
  for (const [reach, together] of [...groups].sort(([, a], [, b]) => reached(b) - reached(a))) {
    const { text, shown } = changeBlock(reach, together, free);
    left += together.length - shown;
    if (shown === 0) continue;
    free -= text.length + 2;
    blocks.push(text);
  }
  return { blocks, left };
}

function changeBlock(
  reach: string,
  changes: readonly ToldChange[],
  room: number,
): { text: string; shown: number } {
  const lines: string[] = [];
  let [free, subject, shown] = [room - reach.length - ending, '', 0];
  for (const change of changes) {
    const now = visible(subjectOf(change));
    const more = [...(now === subject ? [] : [`@@ ${now} @@`]), ...diffLines(change)];
    free -= more.join('\n').length + 1;
    if (free < 0) break;
    lines.push(...more);
    subject = now;
    shown++;
  }
  const fence = `\`\`\`diff\n${lines.join('\n')}\n\`\`\``;
  const title = `${reach}: ${counted(changes.length, 'change')}`;
  const text =
    lines.length > maxLines ? folded(title, fence) : `**${title.replaceAll('_', '\\_')}**\n\n${fence}`;
  return { text, shown };
}

/** Each line begins with a sign, so that no text of an author's can end the code block. */
function diffLines(change: ToldChange): string[] {
  const { element, op, before, after, count } = change;
  const times = count > 1 ? ` (${count} times)` : '';
  if (op === 'moved') return [`! ${movedText(change)}`];
  const texts = whereTheyDiffer(describeValue(before), describeValue(after), maxText).map(
    (text) => text.trim() || element,
  );
  const [old, young] = texts.map((text) => text.split('\n').map(visible));
  const signed = (sign: string, lines: readonly string[] = []) => [
    `${sign} ${lines.join(`\n${sign} `)}${times}`,
  ];
  const about = change.text === undefined ? [] : [`  ${visible(change.text).replaceAll('\n', '\n  ')}`];
  if (op === 'changed') return [...signed('-', old), ...signed('+', young), ...about];
  return signed(signs[op], op === 'added' ? young : old);
}

function folded(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;
}
