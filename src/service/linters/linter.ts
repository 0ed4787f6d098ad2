import type { ToolName } from '../../guidance/rules/record/check.ts';
import type { ChildOutcome } from '../../runtime/run-child.ts';
import type { Project } from './project.ts';

/**
 * How a rule stands in one file. `unclear` is what files alone cannot tell, `ignored` a file that the tool passes over, `other` one in a
 * language that the rule is not for.
 */
export type Standing = 'on' | 'off' | 'ignored' | 'other' | 'unclear';

/** What a tool, or its configuration files, say of rules. */
export interface Configuration {
  /** What says so: `eslint 10.15.0`, or a file. */
  readonly by: string;
  /** The file to change, where there is one. */
  readonly file: string | null;
  /** All rules there are, as `canonical` writes them; null where nobody says. */
  readonly names: ReadonlySet<string> | null;
  /** Whether there may be a rule of that name which is not among `names`. */
  mayBeElsewhere?(rule: string): boolean;
  /** Why a standing is `unclear`. */
  readonly unclear: string;
  /** The name under which `names` and `standing` know a rule. */
  canonical(rule: string): string;
  standing(rule: string, file: string): Standing;
}

/** Why nothing can be told. */
export interface Unread {
  readonly unread: string;
}

/** A tool, as far as Precept asks it; all tools have this one shape. */
export interface Linter {
  readonly name: ToolName;
  /** The files it is for. */
  readonly lints: RegExp;
  /** What it says of its rules in these files: the program where it is installed and may run, else its configuration files. */
  configuration(project: Project, files: readonly string[]): Promise<Configuration | Unread>;
  readonly report: Report;
}

/** What a tool says against a line of a file. */
export interface Finding {
  /** As `canonical` writes it. */
  readonly rule: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** How a tool is run over files, and what it prints is read. */
export interface Report {
  /** The program, and its package of Node where that has another name. */
  readonly program: readonly [name: string, npm?: string];
  args(files: readonly string[], project: Project): readonly string[];
  /** Exit codes of a run that came to its end. */
  readonly codes: readonly number[];
  /** Throws where it is not what the tool prints. */
  read(ended: ChildOutcome): readonly Finding[];
}

export const sameName = (rule: string): string => rule;
