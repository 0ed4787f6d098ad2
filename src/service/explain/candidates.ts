import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { Piece } from '../../guidance/kind.ts';
import { type Standing, type Traced, tracingScope } from '../../guidance/resolve/trace-scope.ts';
import type { RuleDetails } from '../../guidance/rules/record/details.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import type { Waiver } from '../../guidance/waivers/waiver.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import { inTurns, nextTurn } from '../../runtime/async/turns.ts';
import type { CategoryFilter } from '../answers/category-filter.ts';
import { viewingRules } from '../answers/rules/rules-view.ts';
import type { WhenOf } from '../answers/rules/whens.ts';
import type { CandidateOutcome } from './explain-shape.ts';

/** A piece of one layer of a scope, with what became of it. */
export interface Candidate {
  readonly traced: Traced;
  readonly outcome: CandidateOutcome;
  readonly by: Standing | null;
  /** Why it could not be rendered. */
  readonly error: string | null;
  /** A rule as answers show it; null for one that they do not show, and for everything else. */
  readonly rendered: string | null;
  /** What a rule says beside its text, as it is served, and the waivers that hold for it; absent where nothing is served. */
  readonly details?: RuleDetails | null;
  readonly waivers?: readonly Waiver[];
}

/**
 * Every piece of every layer of a scope, in the order in which they are laid, with what becomes of it where the categories
 * `wanted` are asked for. Rules are rendered as the answer with the rules renders them.
 */
export async function candidatesOf(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  fallbackWhen: string,
): Promise<{ readonly candidates: readonly Candidate[]; readonly whenOf: WhenOf }> {
  const view = await inTurns(viewingRules(scope, wanted, texts, fallbackWhen));
  const shown = new Map<Piece, Shown>();
  const whens = new Map<string, string | null>();
  for (const kind of ruleKinds) {
    for (const { category, when, rules, written, leftOut, details, waivers } of view[kind]) {
      whens.set(`${kind} ${category}`, when);
      written.forEach((rule, index) => {
        shown.set(rule.itself ?? rule, {
          outcome: 'served',
          error: null,
          rendered: rules[index] ?? null,
          details: details?.[index] ?? null,
          waivers: waivers?.[index] ?? [],
        });
      });
      for (const { rule, error } of leftOut) {
        shown.set(rule.itself ?? rule, {
          outcome: error === null ? 'blank' : 'not-rendered',
          error,
          rendered: null,
        });
      }
    }
  }
  await nextTurn();
  const candidates = await inTurns(judging(scope, wanted, shown));
  return { candidates, whenOf: (kind, category) => whens.get(`${kind} ${category}`) ?? null };
}

type Shown = Pick<Candidate, 'outcome' | 'error' | 'rendered' | 'details' | 'waivers'>;

function* judging(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  shown: ReadonlyMap<Piece, Shown>,
): Generator<void, readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const traced of yield* tracingScope(scope)) {
    yield;
    const { fate, slot, piece } = traced;
    const one = { traced, by: null, error: null, rendered: null };
    // The same piece in the bundles of two scopes is told once.
    if (fate.outcome === 'again') continue;
    if (fate.outcome !== 'kept') candidates.push({ ...one, outcome: fate.outcome, by: fate.by });
    else if (slot.category !== null && !wanted(slot.category))
      candidates.push({ ...one, outcome: 'filtered' });
    else candidates.push({ ...one, outcome: 'served', ...shown.get(piece) });
  }
  return candidates;
}
