import type { Head, HeadLines } from '../../../clients/facts/target.ts';
import { plainValue } from '../harmless.ts';

/** The lines of a head between its marks; nothing for no lines. */
function head(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n`;
}

function listOf(key: string, patterns: readonly string[]): string[] {
  return [`${key}:`, ...patterns.map((pattern) => `  - ${quoted(pattern)}`)];
}

/** A text as YAML and JSON both read it. */
function quoted(text: string): string {
  return JSON.stringify(plainValue(text));
}

/** A text without quotes where every reader takes it for that text, line by line ones among them. */
function yamlText(text: string): string {
  const value = plainValue(text);
  const isPlain = /^[\p{L}(][^\n]*$/u.test(value) && !/: |:$| #|\s$/.test(value);
  return isPlain && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(value) ? value : JSON.stringify(value);
}

function described(description: string): string[] {
  return description === '' ? [] : [`description: ${yamlText(description)}`];
}

/** The head of a file as its client wants it. */
export function headOf(lines: HeadLines, about: Head): string {
  return head(lines(about, { quoted, list: listOf, described }));
}

/** The two keys of SKILL.md that every reader takes. */
export function skillHead(name: string, description: string): string {
  return head([`name: ${name}`, `description: ${yamlText(description)}`]);
}
