import { estimateTokens } from '../../model/text/tokens.ts';
import { asParagraphs, oneLine, withoutMarkers } from '../../render/foreign-text.ts';
import { afterLabel, bullet, codeSpan, paragraphs } from '../../render/markdown.ts';
import type { ExportCategory, ExportContent } from './content.ts';
import { harmless, withoutBlockMarks } from './harmless.ts';

/** What a file of rules says. */
export interface RulesFile {
  readonly content: Pick<ExportContent, 'scope' | 'description' | 'incomplete' | 'source'>;
  /** What the file is about, behind the scope; empty for all of it, which is where the scope is described. */
  readonly about: string;
  readonly categories: readonly ShownCategory[];
  /** Categories that are not in it, and are to be asked for. */
  readonly leftOut: readonly ExportCategory[];
  /** Whether a budget has left something out: then clients may cut what there is, too. */
  readonly isCut?: boolean;
}

/** A category with the globs to name in the text; none where the file's place or its frontmatter says them. */
export interface ShownCategory {
  readonly category: ExportCategory;
  readonly appliesTo: readonly string[];
}

/** Names of categories that are named in a file at most. */
const maxNames = 20;

/** The text of a file of rules, category by category; every MUST before any SHOULD where it is cut, since clients cut files at their end. */
export function rulesText({ content, about, categories, leftOut, isCut = false }: RulesFile): string {
  return paragraphs([
    content.incomplete,
    `# Rules for ${content.scope}${about}`,
    about === '' ? harmless(asParagraphs(content.description)) : '',
    ...(isCut
      ? [
          ...categories.map((one) => section(one, ['MUST'])),
          ...categories.map((one) => section(one, ['SHOULD'])),
        ]
      : mustFirst(categories).map((one) => section(one, ['MUST', 'SHOULD']))),
    leftOut.length === 0 ? '' : askFor(content.scope, leftOut),
  ]);
}

function mustFirst(categories: readonly ShownCategory[]): readonly ShownCategory[] {
  const hasMust = ({ category }: ShownCategory) => category.must.length > 0;
  return [...categories.filter(hasMust), ...categories.filter((one) => !hasMust(one))];
}

/** About how many tokens the rules of a category cost in a file. */
export function tokensOf(category: ExportCategory): number {
  const shown = { category, appliesTo: category.paths };
  return estimateTokens(section(shown, ['MUST', 'SHOULD']));
}

function section({ category, appliesTo }: ShownCategory, words: readonly ('MUST' | 'SHOULD')[]): string {
  const rules = words.flatMap((word) =>
    (word === 'MUST' ? category.must : category.should).map((rule) => ({ word, ...rule })),
  );
  if (rules.length === 0) return '';
  return paragraphs([
    `## ${oneLine(category.category)}`,
    category.when === '' ? '' : `*${shownWhen(category)}*`,
    appliesTo.length === 0
      ? ''
      : `Applies to: ${appliesTo.map((glob) => withoutBlockMarks(codeSpan(glob))).join(', ')}`,
    rules
      .flatMap(({ word, text, details }) => [
        bullet(`**${word}**: ${shownText(text)}`),
        ...details.map(harmless),
      ])
      .join('\n'),
  ]);
}

/** When a category is wanted, as a file says it. */
export function shownWhen({ when }: Pick<ExportCategory, 'when'>): string {
  return harmless(oneLine(when));
}

/** The text of a rule as a file has it behind its label, before it is indented. */
export function shownText(text: string): string {
  return harmless(afterLabel(withoutMarkers(text)));
}

function askFor(scope: string, leftOut: readonly ExportCategory[]): string {
  const names = leftOut.slice(0, maxNames).map(({ category }) => codeSpan(category));
  const more = leftOut.length > maxNames ? ` and ${leftOut.length - maxNames} more` : '';
  return `Not in this file: ${names.join(', ')}${more}. For work that they are about, ask the Precept tool get_rules (scope_name ${codeSpan(scope)}).`;
}
