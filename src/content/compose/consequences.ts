import type { YAMLError } from 'yaml';
import { confusesBlock } from './cure-syntax.ts';

/** A mistake of YAML as the composer found it. */
interface Mistake {
  /** Where the composer found it, from 0; the report may name the place where it began. */
  readonly at: number;
  readonly code: YAMLError['code'];
  /** In the words of the composer. */
  readonly said: string;
  readonly hint: string;
}

/** How far a mistake makes unreliable what the parser says behind it. */
type Reach = 'text' | 'block' | 'line' | 'nothing';

/**
 * Mistakes, in the order of the text, without those that follow from one before them. Behind a bracket too many the parser understands
 * nothing more. An open bracket, and a text that is not indented or lacks the blank behind its hyphen, confuse it until its block ends.
 */
export function withoutConsequences<One extends Mistake>(mistakes: readonly One[], text: string): One[] {
  /** The first unit that can be trusted again. */
  let trusted = 0;
  return mistakes.filter((mistake) => {
    const follows = mistake.at < trusted;
    const reach = reachOf(mistake);
    // How far a mistake reaches may show in what follows from it.
    if (!follows || reach === 'text') trusted = endOf(reach, mistake.at, text);
    return !follows;
  });
}

function reachOf({ code, said, hint }: Mistake): Reach {
  if (code === 'UNEXPECTED_TOKEN' && said.includes(' in YAML stream')) return 'text';
  if (code === 'UNEXPECTED_TOKEN' && said.endsWith(' at node end')) return 'line';
  const isOpen = code === 'BAD_INDENT' && /end with a [\]}]$/.test(said);
  return isOpen || confusesBlock(hint) ? 'block' : 'nothing';
}

function endOf(reach: Reach, at: number, text: string): number {
  if (reach === 'nothing') return at;
  if (reach === 'text') return Number.POSITIVE_INFINITY;
  let end = lineEnd(text, at);
  if (reach === 'line') return end;
  const indent = indentAt(text, text.lastIndexOf('\n', at - 1) + 1);
  // A line at the left margin begins the next part of the file.
  while (end < text.length && indentAt(text, end) >= Math.max(indent, 1)) end = lineEnd(text, end);
  return end;
}

/** The first unit of the next line. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Blanks that a line begins with; a line of nothing else belongs to any block. */
function indentAt(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at++;
  return /[\r\n]/.test(text[at] ?? '\n') ? Number.POSITIVE_INFINITY : at - start;
}
