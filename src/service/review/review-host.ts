import type { Config } from '../../config/config.ts';
import type { ConfigInput } from '../../config/config-input.ts';
import type { Results } from '../../guidance/stories/results/results-of.ts';
import type { BaseState } from './base/base-state.ts';
import type { CompareContents, PlaceMistakes, ReadLocks } from './edits/edited-guidance.ts';
import type { Judgement } from './judge/judge-rules.ts';
import type { Policy, PolicyRule } from './policy/policy.ts';

/** What is to be reviewed, and how. */
export interface ReviewRequest {
  /** A range of git or one ref; what the work tree changed where nothing is given. */
  readonly range?: string | undefined;
  readonly staged?: boolean;
  /** A patch in place of what git says. */
  readonly patch?: string | undefined;
  /** The scope whose rules judge; the default scope where it is left out. */
  readonly scope?: string | undefined;
  /** Where guidance is read: a ref, or `worktree` for as it lies; the base of the change where it is left out. */
  readonly baseContent?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** Checks run where it is given. */
  readonly run?: RunRequest | undefined;
}

/** How checks run. */
export interface RunRequest {
  /** Tools and commands at the same time. */
  readonly jobs: number;
  /** How long a tool may take, 60 unless given; commands say it themselves. */
  readonly seconds?: number | undefined;
  /** Hears of what takes time. */
  readonly tell: (what: string) => void;
}

/** Where a review happens, and the settings that were given for it. */
export interface ReviewWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly flags: ConfigInput['flags'];
  readonly typed?: ConfigInput['typed'];
  readonly writeLog: (line: string) => void;
}

/** Guidance in one state of the project, as it is served. */
export interface HostState {
  readonly config: Config;
  /** All that a scope judges by. Faults: those of `get_rules`. */
  policy(scope: string): Promise<Policy>;
  /** Whether the user lets tools and commands run that the rules of this state name. */
  mayRunChecks(): Promise<boolean>;
  results(): Promise<Results>;
  /** Hears what became of the rules of a scope, once their checks have run. */
  hear(scope: string, judgements: ReadonlyMap<PolicyRule, Judgement>): Promise<void>;
  close(): Promise<void>;
}

/** What a review needs of those who serve guidance. */
export interface ReviewHost {
  /** Opens a state of the project; null stands for the files as they lie. */
  open(
    project: string,
    state: Omit<BaseState, 'close'> | null,
    options: { readonly isQuiet: boolean; readonly keepMistakes?: boolean },
  ): Promise<HostState>;
  compare: CompareContents;
  placeMistakes: PlaceMistakes;
  locks: ReadLocks;
}
