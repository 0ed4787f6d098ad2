import { plainValue } from '../harmless.ts';

/** What a file with a head of its own is about. */
export interface Head {
  /** Portable globs; none for a file that always counts. */
  readonly patterns: readonly string[];
  /** What it is for; empty where there is nothing to say. */
  readonly description: string;
}

type HeadWriter = (head: Head) => string;

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

/** `paths`, a list: Claude Code and Cline; without it a rule always counts. */
export const pathsHead: HeadWriter = ({ patterns }) =>
  head(patterns.length === 0 ? [] : listOf('paths', patterns));

/** Cursor: `globs` unquoted and joined by commas, and left out where the rule always applies. */
export const cursorHead: HeadWriter = ({ patterns, description }) =>
  head(
    patterns.length === 0
      ? [...described(description), 'alwaysApply: true']
      : [...described(description), `globs: ${patterns.join(',')}`, 'alwaysApply: false'],
  );

/** Copilot: one string, since a list is dropped, and a file without is never attached. */
export const copilotHead: HeadWriter = ({ patterns, description }) =>
  head([
    `applyTo: ${quoted(patterns.length === 0 ? '**' : patterns.join(','))}`,
    ...(description === '' ? [] : [`description: ${quoted(description)}`]),
  ]);

/** `trigger` and `globs` joined by commas: Devin and Antigravity. */
export const triggerHead: HeadWriter = ({ patterns, description }) =>
  head([
    `trigger: ${patterns.length === 0 ? 'always_on' : 'glob'}`,
    ...(patterns.length === 0 ? [] : [`globs: ${patterns.join(',')}`]),
    ...described(description),
  ]);

/** Kiro. */
export const kiroHead: HeadWriter = ({ patterns }) =>
  head(
    patterns.length === 0
      ? ['inclusion: always']
      : ['inclusion: fileMatch', ...listOf('fileMatchPattern', patterns)],
  );

/** JetBrains AI Assistant: lines that are not YAML; a file without `apply` is off. */
export const jetbrainsHead: HeadWriter = ({ patterns }) =>
  head(
    patterns.length === 0
      ? ['apply: always']
      : ['apply: by file patterns', `patterns: ${patterns.join(', ')}`],
  );

/** The two keys of SKILL.md that every reader takes. */
export function skillHead(name: string, description: string): string {
  return head([`name: ${name}`, `description: ${yamlText(description)}`]);
}
