import type { Check } from '../../guidance/rules/record/check.ts';
import { waiverText } from '../../guidance/waivers/waiver-text.ts';
import { createFileMatcher } from '../../model/names/path-globs.ts';
import type { ChangedFile } from './change/changed-file.ts';
import { type ChosenRule, withinTokens } from './choose/choose-rules.ts';
import { editsAnything, editsData, type GuidanceEdits } from './edits/guidance-edits.ts';
import type { Judgement } from './judge/judge-rules.ts';
import { editedByChange } from './judge/verdict.ts';
import { digestOf } from './policy/digest.ts';
import type { Policy, PolicyRule } from './policy/policy.ts';
import type { ReviewData, ReviewRule } from './review-data.ts';

/** What a review is made of. */
export interface ReviewParts {
  readonly policy: Policy;
  readonly files: readonly ChangedFile[];
  readonly chosen: readonly ChosenRule[];
  readonly maxTokens: number;
  readonly edits: GuidanceEdits;
  /** Whether the change edits a check, or what it runs. */
  isEdited(check: Check, rule: PolicyRule): boolean;
  /** What became of each rule; null where checks did not run. */
  readonly judgements: ReadonlyMap<PolicyRule, Judgement> | null;
}

/** A review, with what its texts show besides the data. */
export interface Review {
  readonly data: ReviewData;
  readonly edits: GuidanceEdits;
  /** The rules of the data. */
  readonly shown: readonly PolicyRule[];
  /** What became of all chosen rules, those left out too. */
  readonly judgements: ReviewParts['judgements'];
  /** The path of the project below the root of its repository, for programs that name files from there. */
  readonly prefix: string;
  /** What was before, in words. */
  readonly since: string;
  /** How many changed files are not staged, where what is staged was asked for, and that is nothing. */
  readonly unstaged?: number | undefined;
  /** As it was asked for. */
  readonly range?: string | undefined;
  /** Where the rules are read, in words, if the scope is not there yet, so that none judges. */
  readonly lacksScopeAt?: string | undefined;
}

/** The rules that concern a change, those within the tokens with their texts. One that is violated is told in any case. */
export async function toReview(
  parts: ReviewParts,
  about: Pick<Review, 'prefix' | 'since' | 'unstaged' | 'range' | 'lacksScopeAt'>,
): Promise<Review> {
  const { policy, files, chosen, maxTokens, edits, judgements } = parts;
  const { scope, incomplete } = policy;
  const fitting = new Set(withinTokens(chosen, maxTokens).shown);
  const isTold = (one: ChosenRule) => fitting.has(one) || judgements?.get(one.rule)?.outcome === 'violated';
  const shown = chosen.filter(isTold);
  const left = chosen.filter((one) => !isTold(one));
  const scopes = new Set(chosen.map(({ rule }) => `${rule.server}\n${rule.scope}`));
  const data: ReviewData = {
    scope: policy.name,
    policy: {
      rules: chosen.length,
      scopes: scopes.size,
      digest: await digestOf(scope),
      complete: incomplete === '',
      ...(incomplete !== '' && { incomplete }),
    },
    files: files.map(({ path, old, status }) => ({ path, ...(old !== undefined && { old }), status })),
    rules: shown.map((one) => toReviewRule(one, parts)),
    left_out: left.map(({ rule: { id, category, tokens } }) => ({ id, category, tokens })),
    ...((editsAnything(edits) || edits.broken.length > 0) && { guidance_edits: editsData(edits) }),
  };
  return { data, edits, judgements, ...about, shown: shown.map(({ rule }) => rule) };
}

function toReviewRule({ rule, chosen }: ChosenRule, parts: ReviewParts): ReviewRule {
  const { isEdited, judgements } = parts;
  const { id, kind, scope, category, text, details, checks, tokens } = rule;
  const why = details?.why;
  const judgement = judgements?.get(rule);
  // What checks decide names the waiver that was used.
  const isOpen = judgement === undefined || judgement.outcome === 'review' || judgement.outcome === 'not-run';
  const waiver = isOpen ? waiversOf(rule, parts) : '';
  return {
    id,
    strength: kind === 'commandments' ? 'MUST' : 'SHOULD',
    ...{ scope, category, rule: text },
    ...(why !== undefined && why.trim() !== '' && { why }),
    chosen,
    checks: checks.map((check) => (isEdited(check, rule) ? { ...check, why: editedByChange } : check)),
    tokens,
    ...(waiver !== '' && { waiver }),
    ...judgement,
  };
}

/** The waivers of a rule that reach a changed file, for whoever judges it. */
function waiversOf({ waivers }: PolicyRule, { files }: ReviewParts): string {
  if (waivers.length === 0) return '';
  const isChanged = createFileMatcher(
    files.flatMap(({ path, old }) => (old === undefined ? [path] : [path, old])),
  );
  const reaching = waivers.filter(({ paths }) => paths.length === 0 || paths.some(isChanged));
  return reaching.map(waiverText).join(' ');
}

/** Whether a review that ran its checks has failed: a MUST is violated, the rules are not all there, or the change breaks guidance; `strict` takes any violated rule, and any that did not run. */
export function hasFailed({ data, edits, judgements }: Review, strict: boolean): boolean {
  if (judgements === null) return false;
  if (!data.policy.complete || edits.broken.length > 0) return true;
  return [...judgements].some(
    ([{ kind }, { outcome }]) =>
      (outcome === 'violated' && (strict || kind === 'commandments')) || (strict && outcome === 'not-run'),
  );
}
