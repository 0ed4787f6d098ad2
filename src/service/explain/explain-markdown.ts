import { kinds } from '../../guidance/kinds.ts';
import { waiverText } from '../../guidance/waivers/waiver-text.ts';
import { cutText } from '../../model/text/cut-text.ts';
import { formatTokens } from '../../model/text/tokens.ts';
import { oneLine } from '../../render/foreign-text.ts';
import { codeSpan, paragraphs } from '../../render/markdown.ts';
import type { ExplainedCandidate, Explanation, Match } from './explain-shape.ts';
import { authorText, placeText } from './place-line.ts';

/** Characters of a text that are shown; JSON has all of it. */
const maxShown = 500;

/** An explanation as Markdown: a heading for each match, and a bullet for each candidate. */
export function explanationMarkdown({
  scope_name,
  of,
  matches,
  looked_in,
  nearest,
  masters = [],
}: Explanation): string {
  const told = masters.flatMap((master) => [
    `## What ${oneLine(master.url)} says of its scope ${oneLine(master.scope)}`,
    master.error === undefined
      ? 'This is the word of that master; it is not checked here.'
      : `There is no word of it: ${oneLine(master.error)}`,
    ...(master.error === undefined && master.matches.length === 0
      ? ['It has nothing of that name or text.']
      : []),
    ...sections(master.matches, 3),
  ]);
  return paragraphs([
    `# ${shown(of)} in scope ${scope_name}`,
    ...(looked_in === undefined
      ? []
      : [
          masters.some((master) => master.matches.length > 0)
            ? onMasters(looked_in)
            : notFound(looked_in, nearest ?? []),
        ]),
    ...sections(matches, 2),
    ...told,
  ]);
}

function onMasters(lookedIn: readonly string[]): string {
  return `Only a master names it, as said below: it is in nothing that is merged here from ${namesOf(lookedIn)}.`;
}

function namesOf(names: readonly string[]): string {
  return names.map((name) => codeSpan(oneLine(name))).join(', ');
}

function notFound(lookedIn: readonly string[], nearest: readonly string[]): string {
  const names = namesOf(nearest);
  return `Nothing of that name or text is in ${namesOf(lookedIn)}.${names && ` The nearest are: ${names}.`}`;
}

function sections(matches: readonly Match[], level: number): string[] {
  return matches.flatMap(({ kind, category, name, always, candidates }) => {
    const title = [category, name].flatMap((one) => one ?? []).join('/');
    const lines = candidates.flatMap(candidateLines);
    return [
      `${'#'.repeat(level)} ${codeSpan(oneLine(title))} (${kind === 'stories' && /^AC\d/.test(title) ? 'criterion' : kinds[kind].noun})`,
      ...(always ? ['This category belongs to every change.'] : []),
      lines.length > 0 ? lines.join('\n') : 'No layer has a rule here.',
    ];
  });
}

function candidateLines(one: ExplainedCandidate): string[] {
  const { id, text, rendered, inactive, variables = [], details, waivers = [], tokens } = one;
  const authors = authorText(one);
  const about = [
    placeText(one),
    `id ${codeSpan(id)}`,
    `about ${formatTokens(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`,
  ];
  const values = variables.map(
    ({ name, value, source }) =>
      `${codeSpan(oneLine(name))} = ${source === 'secret' || source === 'unset' ? source : `${shown(JSON.stringify(value) ?? 'null')} (${oneLine(source)})`}`,
  );
  return [
    `- **${outcomeOf(one)}**: ${shown(text)}`,
    ...(rendered === undefined ? [] : [`served as: ${shown(rendered)}`]),
    about.join(', '),
    ...(inactive === true ? ['inactive: answers have it only with include_inactive'] : []),
    ...(authors === '' ? [] : [authors]),
    ...(details?.why === undefined ? [] : [`why: ${shown(details.why)}`]),
    ...waivers.map((waiver) => `${oneLine(waiver.scope)}: ${waiverText(waiver)}`),
    ...values,
  ].map((line, index) => (index === 0 ? line : `  - ${line}`));
}

function outcomeOf({ outcome, by, error }: ExplainedCandidate): string {
  const other = by === undefined ? 'a category without rules' : oneLine(`${by.file}:${by.line}`);
  switch (outcome) {
    case 'same-as':
      return `same as ${other}`;
    case 'replaced-by':
      return `replaced by ${other}`;
    case 'not-rendered':
      return `not rendered: ${oneLine(error ?? '')}`;
    default:
      return error === undefined ? outcome : `${outcome} as written: ${oneLine(error)}`;
  }
}

/** A text of an author or a master as part of a line. */
function shown(text: string): string {
  const line = oneLine(text);
  return codeSpan(line.length > maxShown ? `${cutText(line, maxShown)}…` : line);
}
