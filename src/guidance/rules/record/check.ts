/** The linters whose rules a check can name, by the key of each. */
export const toolNames = [
  'eslint',
  'biome',
  'oxlint',
  'ruff',
  'semgrep',
  'ast-grep',
  'golangci-lint',
  'clippy',
  'vale',
  'stylelint',
] as const;

export type ToolName = (typeof toolNames)[number];

/** What kinds of checks there are, by the key that each is written under; every check has exactly one of them. */
export const checkKinds = ['pattern', 'require', ...toolNames, 'command', 'test', 'review'] as const;

export type CheckKind = (typeof checkKinds)[number];

/**
 * One thing that enforces a rule, as authors write it: one key of `checkKinds`, with what belongs to it. The reader and the wire
 * let nothing else through: patterns compile with the flag `u`, texts are not blank, globs are well formed.
 */
export type Check = PatternCheck | RequireCheck | ToolCheck | CommandCheck | TestCheck | ReviewCheck;

/** Must not be in added or changed lines of these files. */
export interface PatternCheck {
  /** A JavaScript regular expression (flag `u`). */
  readonly pattern: string;
  /** Globs, as `paths` of a category. */
  readonly paths: readonly string[];
  /** What is said of a line that has it. */
  readonly message?: string;
}

/** Must be in each changed file of these. */
export interface RequireCheck {
  readonly require: string;
  readonly paths: readonly string[];
  readonly message?: string;
}

/** A rule of a linter enforces it: `{eslint: 'no-console', paths: ['src/**']}`. */
export type ToolCheck = {
  readonly [Tool in ToolName]: Readonly<Record<Tool, string>> & {
    /** The files that the linter's configuration must count for. */
    readonly paths?: readonly string[];
  };
}[ToolName];

/** A command decides: exit 0 is kept, 1 is violated, anything else is broken. */
export interface CommandCheck {
  readonly command: string;
  readonly paths?: readonly string[];
  /** Seconds; 60 where it is left out. */
  readonly timeout?: number;
}

/** A test whose result was imported decides, by its name or a pattern of names. */
export interface TestCheck {
  readonly test: string;
}

/** A reader judges, by the question where there is one. */
export interface ReviewCheck {
  readonly review: true | string;
}

/** Which of the kinds a check is. */
export function kindOfCheck(check: Check): CheckKind {
  const kind = checkKinds.find((key) => key in check);
  if (kind === undefined) throw new TypeError('a check without a kind');
  return kind;
}

/** Which linter's rule a check names, and which rule; null where it names none. */
export function toolOf(check: Check): { readonly tool: ToolName; readonly rule: string } | null {
  const tool = toolNames.find((key) => key in check);
  return tool === undefined ? null : { tool, rule: (check as Readonly<Record<ToolName, string>>)[tool] };
}

/** The globs of a check; empty where it has none. */
export function pathsOfCheck(check: Check): readonly string[] {
  return 'paths' in check ? (check.paths ?? []) : [];
}
