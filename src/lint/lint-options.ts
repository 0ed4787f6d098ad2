import type { ResolvedScope } from '../guidance/guidance.ts';
import type { Results } from '../guidance/stories/results/results-of.ts';
import type { Problem, Severity } from '../model/problems/problem.ts';
import type { Filter } from '../template/filters/filters.ts';
import type { LintMemory } from './lint-memory.ts';

/** How far a run is: scopes read or judged, of all of them. */
export type Progress = (stage: 'read' | 'judged', done: number, total: number) => void;

/** Files whose problems are wanted before the others. */
export interface FirstFiles {
  /** By `scope/file.yml`. */
  readonly files: ReadonlySet<string>;
  /** Hears all problems of these files, unless they cannot be known sooner than everything. */
  found(problems: readonly Problem[]): void;
}

/** The settings file as lint is given it. */
export interface CheckedSettings {
  /** Its path as problems name it. */
  readonly file: string;
  readonly bytes: Buffer;
  /** Codes that the setting `lint` names, wherever that is from. */
  readonly lintCodes: readonly string[];
  /** Settings whose value is the file's and not a flag's or a variable's. */
  readonly fromFile: ReadonlySet<string>;
}

export interface LintOptions {
  readonly rulesPath: string;
  /** Report on this scope alone; the others are read for what it inherits and who inherits from it. */
  readonly scope: string | null;
  readonly maxDepth: number;
  /** Masters or sources may have what this folder lacks. */
  readonly hasMasters: boolean;
  /** The settings name such masters or sources, and nobody has trusted them yet. */
  readonly hasUntrusted?: boolean | undefined;
  /** The setting `search_language`; English unless given. */
  readonly searchLanguage?: string | undefined;
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  /** What settings give to templates. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly filters: ReadonlyMap<string, Filter>;
  /** What plugins give to the templates of a scope. */
  readonly pluginValues: (scope: ResolvedScope) => Promise<Readonly<Record<string, unknown>>>;
  /** The imported test results, asked for where a check names a test; null, or left out, where there are none. */
  readonly testResults?: (() => Promise<Pick<Results, 'all' | 'named' | 'near'> | null>) | undefined;
  /** The settings file, judged with the rules; null leaves it out. */
  readonly settings: CheckedSettings | null;
  readonly onProgress?: Progress;
  /** Texts in the place of files, by `scope/file.yml`, as an editor has them. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** What earlier runs over the same folder have kept. */
  readonly memory?: LintMemory | undefined;
  readonly first?: FirstFiles | undefined;
  /** Is waited for now and then, so that others can pass. */
  readonly whenFree?: (() => Promise<void>) | undefined;
  /** Ends the run early, with its reason. */
  readonly signal?: AbortSignal | undefined;
}
