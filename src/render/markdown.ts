import { isOneLine, linesOf, oneLine, withoutStructure } from './foreign-text.ts';
import type { TemplateFailure, TextRenderer } from './text-renderer.ts';

/** What closes a Markdown answer. */
export interface Closing {
  /** Templates that failed, those of the Markdown's own texts among them. */
  readonly failures: readonly TemplateFailure[];
  /** Why they may have failed: settings that need trust; left out or null where that is no cause. */
  readonly untrusted?: string | null;
}

/** What a renderer has to report so far. */
export function closingOf({ failures }: TextRenderer): Closing {
  return { failures: [...failures] };
}

/** Parts of a Markdown text, one blank line between them; empty parts are left out. Ends with one newline. */
export function paragraphs(parts: readonly string[]): string {
  const kept = parts.map((part) => part.replace(/^\n+/, '').trimEnd()).filter((part) => part !== '');
  return `${kept.join('\n\n')}\n`;
}

/** A bullet whose further lines are indented under it; `indent` is the bullet's own depth in levels. */
export function bullet(text: string, indent = 0): string {
  const margin = '  '.repeat(indent);
  const own = text.trim();
  if (isOneLine(own)) return `${margin}- ${own}`;
  const [first = '', ...rest] = linesOf(own);
  return [
    `${margin}- ${first}`,
    ...withoutStructure(rest).map((line) => (line.trim() === '' ? '' : `${margin}  ${line}`)),
  ].join('\n');
}

const block = /^\s*(?:`{3,}|~{3,}|\|.*\|\s*(?:\n|$))/;

/** Whether a text begins with a block of code or a table, which Markdown shows on lines of its own alone. */
export function isBlockFirst(text: string): boolean {
  return block.test(text);
}

/** A text behind a label of ours (`**MUST**:`): one that begins with a block stands below a lead-in. */
export function afterLabel(text: string): string {
  const own = text.trim();
  return isBlockFirst(own) ? `As follows:\n\n${own}` : own;
}

/** `<tags>a; b</tags>`, sorted, or nothing. */
export function tagsElement(tags: Iterable<string>): string {
  const sorted = [...new Set(tags)].sort().map(oneLine);
  return sorted.length === 0 ? '' : `<tags>${sorted.join('; ')}</tags>`;
}

/** What closes a Markdown answer: a report of the templates that failed. */
export function closing({ failures, untrusted = null }: Closing): string {
  if (failures.length === 0) return '';
  const blocks = failures.map((failure) =>
    [
      `### ${failure.element_type}: ${oneLine(failure.element_identifier)}`,
      '',
      `- Error: ${oneLine(failure.error_message)}`,
      ...(failure.variable_name === null ? [] : [`- Variable: ${oneLine(failure.variable_name)}`]),
      `- Template: ${codeSpan(oneLine(failure.template_text))}`,
    ].join('\n'),
  );
  return [
    '---',
    '<ignore-failed-template>',
    '## Template Failures',
    ...(untrusted === null ? [] : [oneLine(untrusted)]),
    ...blocks,
    '</ignore-failed-template>',
  ].join('\n\n');
}

/** Text as a Markdown code span, fenced by more backticks than it holds in a row. */
export function codeSpan(given: string): string {
  const text = linesOf(given).join(' ');
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
