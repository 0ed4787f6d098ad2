import type { Check } from '../guidance/rules/record/check.ts';
import type { ChangedFile, FileStatus } from './change/changed-file.ts';
import { type Choice, type ChosenRule, chooseRules, withinTokens } from './choose/choose-rules.ts';
import { digestOf } from './policy/digest.ts';
import type { Policy } from './policy/policy.ts';

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
}

/** The data of a review, with the rules that it is about. */
export interface Review {
  readonly data: ReviewData;
  readonly shown: readonly ChosenRule[];
  readonly left: readonly ChosenRule[];
}

/** The rules of a scope that concern some changed files, those within `maxTokens` with their texts. */
export async function reviewChange(
  policy: Policy,
  files: readonly ChangedFile[],
  maxTokens: number,
): Promise<Review> {
  const chosen = await chooseRules(policy, files);
  const { shown, left } = withinTokens(chosen, maxTokens);
  const scopes = new Set(chosen.map(({ rule }) => `${rule.server}\n${rule.scope}`));
  const { scope, incomplete } = policy;
  return {
    shown,
    left,
    data: {
      scope: scope.name,
      policy: {
        rules: chosen.length,
        scopes: scopes.size,
        digest: await digestOf(scope),
        complete: incomplete === '',
        ...(incomplete !== '' && { incomplete }),
      },
      files: files.map(({ path, old, status }) => ({ path, ...(old !== undefined && { old }), status })),
      rules: shown.map(toReviewRule),
      left_out: left.map(({ rule: { id, category, tokens } }) => ({ id, category, tokens })),
    },
  };
}

function toReviewRule({ rule, chosen }: ChosenRule): ReviewRule {
  const { id, kind, scope, category, text, details, checks, tokens } = rule;
  const why = details?.why;
  return {
    id,
    strength: kind === 'commandments' ? 'MUST' : 'SHOULD',
    ...{ scope, category, rule: text },
    ...(why !== undefined && why.trim() !== '' && { why }),
    ...{ chosen, checks, tokens },
  };
}
