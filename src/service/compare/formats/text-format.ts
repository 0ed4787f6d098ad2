import { cutText } from '../../../model/text/cut-text.ts';
import { visible } from '../../../model/text/visible-text.ts';
import type { Difference, ScopeDifference, ToldChange } from '../change.ts';
import { reachText } from '../reach.ts';
import { changedTexts, counted, movedText, notableChanges, signs, subjectOf } from './describe-change.ts';
import { figure, moreScopes, scopesToShow } from './describe-scopes.ts';

/** Characters of a text that are shown. */
const maxText = 160;

const colours: Readonly<Record<string, string>> = { '+': '32', '-': '31', '~': '33' };

/** For people: a line for each change with the scopes it reaches, then what the scopes have now and had before. */
export function diffText(difference: Difference, options: { readonly colour: boolean }): string {
  const { from, to, notes, scopes, lineages } = difference;
  const paint = (code: string, text: string) => (options.colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const changes = notableChanges(difference);
  const line = (change: ToldChange) => {
    const sign = signs[change.op];
    const times = change.count > 1 ? ` (${change.count} times)` : '';
    const reach = paint('2', `— ${reachText(change.scopes, lineages)}`);
    const words = [
      visible(subjectOf(change)),
      paint(colours[sign] ?? '0', sign),
      detail(change) + times,
      reach,
    ];
    return words.filter((word) => word !== '').join(' ');
  };
  const { shown, more } = scopesToShow(difference);
  const blocks = [
    [`Compared ${visible(from)} with ${visible(to)}.`, ...notes.map((note) => `Note: ${visible(note)}`)],
    scopes.flatMap(({ name, problems }) =>
      problems.map((problem) => `${name} is broken ${visible(problem)}`),
    ),
    changes.map(line),
    [
      ...shown.map(scopeLine),
      ...(more.length === 0 ? [] : [`and ${moreScopes(more)}: --format json lists them`]),
    ],
    [summary(scopes.length, changes.length)],
  ];
  const kept = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${kept.join('\n\n')}\n`;
}

function detail(change: ToldChange): string {
  if (change.op === 'moved') return movedText(change);
  const texts = changedTexts(change, maxText);
  const about = change.text === undefined ? '' : ` ${quoted(cutText(change.text, maxText))}`;
  return texts.join('') === '' ? '' : texts.map(quoted).join(' -> ') + about;
}

function quoted(text: string): string {
  return `"${visible(text.trim().replaceAll('\n', '\\n'))}"`;
}

function scopeLine(scope: ScopeDifference): string {
  const { name, state } = scope;
  const word = state === 'added' ? ' is new' : state === 'removed' ? ' is gone' : '';
  const [rules, katas, tokens] = (['rules', 'katas', 'tokens'] as const).map((one) =>
    figure(scope, one, '->'),
  );
  const nouns = [nounOf(rules, 'rule'), nounOf(katas, 'kata'), nounOf(tokens, 'token')];
  return `${name}${word}: ${rules} ${nouns[0]}, ${katas} ${nouns[1]}, about ${tokens} ${nouns[2]}`;
}

function nounOf(figures = '', noun = ''): string {
  return figures === '1' ? noun : `${noun}s`;
}

function summary(scopes: number, changes: number): string {
  if (scopes === 0) return 'Nothing differs.';
  return `${counted(changes, 'change')} in ${counted(scopes, 'scope')}.`;
}
