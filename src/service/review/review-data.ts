import type { Check } from '../../guidance/rules/record/check.ts';
import type { FileStatus } from './change/changed-file.ts';
import type { Choice } from './choose/choose-rules.ts';

/** What a rule says of a change, once its checks have run. */
export type Outcome = 'kept' | 'violated' | 'waived' | 'not-run' | 'review';

/** A place where a change breaks a rule. */
export interface ReviewFinding {
  readonly file: string;
  readonly line?: number;
  /** The line itself. */
  readonly text?: string;
  readonly message?: string;
  readonly waived?: boolean;
}

/** A check of a rule; `why` says what is to be known of it. */
export type ReviewCheck = Check & { readonly why?: string };

export interface ReviewRule {
  readonly id: string;
  readonly strength: 'MUST' | 'SHOULD';
  readonly scope: string;
  readonly category: string;
  readonly rule: string;
  readonly why?: string;
  readonly chosen: readonly Choice[];
  readonly checks: readonly ReviewCheck[];
  readonly tokens: number;
  readonly outcome?: Outcome;
  readonly reason?: string;
  readonly waiver?: string;
  readonly findings?: readonly ReviewFinding[];
}

/** The rules for a change, and what became of them. */
export interface ReviewData {
  readonly scope: string;
  readonly policy: {
    /** All chosen rules, those left out too, and the scopes that wrote them. */
    readonly rules: number;
    readonly scopes: number;
    readonly digest: string;
    readonly complete: boolean;
    readonly incomplete?: string;
  };
  readonly files: readonly { readonly path: string; readonly old?: string; readonly status: FileStatus }[];
  readonly rules: readonly ReviewRule[];
  readonly left_out: readonly { readonly id: string; readonly category: string; readonly tokens: number }[];
  /** What the change does to the guidance that judges it. */
  readonly guidance_edits?: object;
}
