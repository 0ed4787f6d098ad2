import { parsePlainYaml } from '../../content/plain-yaml.ts';
import { splitAtCommas, unquoted } from './client-globs.ts';

/** One key in front of a text. */
export interface FrontEntry {
  readonly key: string;
  /** Lines from 0; the end is not part of it. */
  readonly start: number;
  readonly end: number;
  /** One text for a scalar, its items for a list, none for what is empty or a mapping. */
  readonly values: readonly string[];
  readonly isList: boolean;
}

export interface FrontMatter {
  readonly entries: readonly FrontEntry[];
  /** Lines that are marks, comments and the like. */
  readonly frame: readonly number[];
  /** The line behind it. */
  readonly end: number;
}

/** More lines than any client's keys take; a parser of YAML takes seconds for a hundred thousand. */
const mostLines = 1000;
const keyLine = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/;

/**
 * The keys between two lines `---` at the start of a text; null without them. Most of what clients keep there is not YAML
 * (`globs: **` + `/*.ts` is an alias to it), so that what YAML cannot read is read line by line.
 */
export function readFrontMatter(lines: readonly string[]): FrontMatter | null {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0 || lines[first]?.trimEnd() !== '---') return null;
  const last = lines.findIndex((line, index) => index > first && /^(?:---|\.\.\.)\s*$/.test(line));
  if (last < 0) return null;
  const inner = lines.slice(first + 1, last);
  if (inner.length > mostLines) return null;
  // Two rulers with prose between them are no frontmatter.
  if (inner.some((line) => line.trim() !== '') && !inner.some((line) => keyLine.test(line.trimEnd())))
    return null;

  const frame = [first, last];
  const open: { key: string; start: number; end: number; rest: string[] }[] = [];
  for (let at = first + 1; at < last; at++) {
    const line = (lines[at] ?? '').trimEnd();
    const found = keyLine.exec(line);
    const current = open.at(-1);
    if (found !== null)
      open.push({ key: found[1] as string, start: at, end: at + 1, rest: [found[2] ?? ''] });
    else if (line.trim() === '' || line.trimStart().startsWith('#') || current === undefined) frame.push(at);
    else {
      current.rest.push(line);
      current.end = at + 1;
    }
  }
  const plain = readYaml(inner.join('\n'));
  const entries = open.map(({ key, start, end, rest }): FrontEntry => {
    const value = plain?.[key];
    const isList = Array.isArray(value) || (plain === null && isWrittenList(rest));
    const values = plain === null ? byLines(rest) : toValues(value);
    return { key, start, end, values, isList };
  });
  return { entries, frame, end: last + 1 };
}

function readYaml(text: string): Record<string, unknown> | null {
  try {
    const plain = parsePlainYaml(text);
    return typeof plain === 'object' && plain !== null && !Array.isArray(plain)
      ? (plain as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function toValues(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map((one) => String(one).trim())
    .filter((one) => one !== '');
}

function isWrittenList([first = '', ...more]: readonly string[]): boolean {
  return first.trim().startsWith('[') || (first.trim() === '' && more.some((line) => /^\s*-\s/.test(line)));
}

function byLines([first = '', ...more]: readonly string[]): string[] {
  const head = first.trim();
  const inline = /^\[(.*)\]$/s.exec([head, ...more.map((line) => line.trim())].join(' '));
  if (inline !== null)
    return splitAtCommas(inline[1] as string)
      .map(unquoted)
      .filter((one) => one !== '');
  if (head === '' || /^[|>][-+\d]*$/.test(head)) {
    const items = more.map((line) => /^\s*-\s+(.*)$/.exec(line)?.[1]);
    if (items.every((item) => item !== undefined)) return items.map((item) => unquoted(item as string));
    return [more.map((line) => line.trim()).join(' ')].filter((one) => one !== '');
  }
  return [unquoted([head, ...more.map((line) => line.trim())].join(' '))];
}
