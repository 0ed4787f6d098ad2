import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { Kata } from '../../guidance/katas/kata.ts';
import type { KindName } from '../../guidance/kinds.ts';
import { hasCategories } from '../../guidance/resolve/text-authors.ts';
import { detailTexts } from '../../guidance/rules/record/details.ts';
import { isRuleKind, type Rule, ruleKinds } from '../../guidance/rules/rule.ts';
import type { AcceptanceCriterion, UserStory } from '../../guidance/stories/story.ts';
import { acText } from '../../guidance/stories/story-text.ts';
import { writeWaiver } from '../../guidance/waivers/waiver.ts';
import { toFault } from '../../model/fault.ts';
import type { Origin } from '../../model/origin.ts';
import { estimateTokens } from '../../model/text/tokens.ts';
import type { Author, CategoryContext, TextRenderer } from '../../render/text-renderer.ts';
import { inTurns, startTurns } from '../../runtime/async/turns.ts';
import type { TemplateContext } from '../../template/value.ts';
import type { CategoryFilter } from '../answers/category-filter.ts';
import { kataAnswer } from '../answers/katas/kata-view.ts';
import { createKataWhens } from '../answers/katas/kata-whens.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import type { ExplainedCandidate, Explanation, Match } from './explain-shape.ts';
import { lookingForNearest, type Selected, selecting } from './select.ts';
import { templateValues } from './template-values.ts';

/** What an explanation is made with. */
export interface ExplainTools {
  /** A renderer like that of an answer of its own. */
  aside(): TextRenderer;
  readonly fallbackWhen: string;
  /** What templates of an author's texts see in a category; null outside of categories. */
  context(author: Author, category: CategoryContext | null): TemplateContext;
  /** Where the value of a variable comes from. */
  sourceOf(name: string): string;
}

/** What to ask a master about its own part: it alone knows what it has merged. */
export interface MasterQuestion {
  readonly url: string;
  readonly scope: string;
  readonly of: string;
}

/** The `when` that templates of a category know. */
type WhenOf = (kind: KindName, category: string) => CategoryContext['when'];

/** Questions for one explanation at most. */
const maxQuestions = 8;

/** What became of `of` in a scope, where the categories `wanted` are asked for, and what masters know more of. */
export async function explainScope(
  scope: ResolvedScope,
  of: string,
  wanted: CategoryFilter,
  tools: ExplainTools,
): Promise<{ data: Explanation; presentation: { readonly questions: readonly MasterQuestion[] } }> {
  const { aside, fallbackWhen } = tools;
  const { candidates, whenOf: ruleWhenOf } = await candidatesOf(scope, wanted, aside(), fallbackWhen);
  const kataWhens = createKataWhens(scope, aside(), fallbackWhen);
  const whenOf: WhenOf = (kind, category) =>
    kind === 'katas'
      ? kataWhens.context(category).when
      : isRuleKind(kind)
        ? ruleWhenOf(kind, category)
        : null;
  const { selected, isName } = await inTurns(selecting(candidates, of));
  const matches = new Map<string, { match: Omit<Match, 'candidates'>; candidates: ExplainedCandidate[] }>();
  const kataTexts = renderersOf(aside);
  const turn = startTurns();
  for (const one of selected) {
    const { kind, slot } = one.candidate.traced;
    const name = one.ac?.ref ?? slot.name;
    const key = JSON.stringify([kind, slot.key, name]);
    const match = matches.get(key) ?? {
      match: {
        kind,
        category: slot.category,
        ...(name !== null && { name }),
        ...alwaysOf(scope, kind, slot.category),
      },
      candidates: [],
    };
    const served = await asServed(one.candidate, scope, kataTexts, fallbackWhen);
    match.candidates.push(detailOf(one, served, whenOf, tools));
    await turn();
    matches.set(key, match);
  }
  const all: Match[] = [...matches.values()].map(({ match, candidates: found }) => ({
    ...match,
    candidates: found,
  }));
  for (const kind of ruleKinds) {
    const isKnown = all.some((match) => match.kind === kind && match.category === of.trim());
    const category = of.trim();
    if (scope[kind].has(category) && !isKnown)
      all.push({ kind, category, ...alwaysOf(scope, kind, category), candidates: [] });
  }
  const found = all.length > 0;
  const masters = [
    ...new Set([...scope.parts.values()].flatMap(({ remotes }) => remotes.map(({ url }) => url))),
  ];
  return {
    data: {
      scope_name: scope.name,
      of,
      found,
      matches: all,
      ...(!found && {
        looked_in: [...scope.lineage, ...masters],
        nearest: [...(await inTurns(lookingForNearest(of, scope, candidates)))],
      }),
    },
    presentation: { questions: questionsOf(scope, of, selected, isName) },
  };
}

/** Whether a category says that it belongs to every change. */
function alwaysOf(scope: ResolvedScope, kind: KindName, category: string | null): Pick<Match, 'always'> {
  const said = category === null || !hasCategories(kind) ? undefined : scope[kind].get(category);
  return said?.always === true ? { always: true } : {};
}

/** Where nothing is found here, masters may know what they have replaced. */
function questionsOf(
  { parts }: ResolvedScope,
  of: string,
  selected: readonly Selected[],
  isName: boolean,
): readonly MasterQuestion[] {
  const questions =
    selected.length === 0
      ? [...parts].flatMap(([scope, { remotes }]) => remotes.map(({ url }) => ({ url, scope, of })))
      : selected.flatMap(({ candidate: { traced } }): MasterQuestion[] => {
          const { url, scope } = traced.layer;
          return url === null ? [] : [{ url, scope, of: isName ? of : traced.id() }];
        });
  const distinct = new Map(questions.map((question) => [JSON.stringify(Object.values(question)), question]));
  return [...distinct.values()].slice(0, maxQuestions);
}

function detailOf(
  { candidate, ac }: Selected,
  { outcome, error, rendered }: Served,
  whenOf: WhenOf,
  tools: ExplainTools,
): ExplainedCandidate {
  const { traced, by, waivers = [] } = candidate;
  const details = candidate.details ?? (isRuleKind(traced.kind) ? (traced.piece as Rule).details : undefined);
  const { kind, slot } = traced;
  const category = slot.category === null ? null : { key: slot.category, when: whenOf(kind, slot.category) };
  const { server, scope: from, file, line, column } = traced.piece.origin;
  const text = ac === null ? traced.text : acText(ac);
  const isUsed = outcome === 'served' || outcome === 'not-rendered' || outcome === 'blank';
  const variables = isUsed
    ? templateValues(text, tools.context(traced.piece.origin, category), tools.sourceOf)
    : [];
  return {
    id: traced.id(),
    text,
    ...(rendered !== null && rendered !== text && { rendered }),
    outcome,
    ...(by !== null && { by: { ...(by.id !== null && { id: by.id() }), ...placeOf(by.origin) } }),
    ...(error !== null && { error }),
    ...(outcome === 'served' &&
      isInactive(traced.kind === 'stories' ? (traced.piece as UserStory) : null, ac) && {
        inactive: true as const,
      }),
    scope: from,
    server,
    file,
    line: ac?.line ?? line,
    ...(column !== undefined && ac === null && { column }),
    ...(details && { details }),
    ...(waivers.length > 0 && { waivers: waivers.map(writeWaiver) }),
    ...(variables.length > 0 && { variables: [...variables] }),
    tokens: estimateTokens([rendered ?? text, ...detailTexts(details)].join('\n')),
  };
}

/** Whether answers leave a story or its criterion out: one of an inactive story is so too. */
function isInactive(story: UserStory | null, ac: AcceptanceCriterion | null): boolean {
  return story !== null && (!story.active || ac?.active === false);
}

function placeOf({ scope, server, file, line }: Origin) {
  return { scope, ...(server !== 'local' && { server }), file, line };
}

type Served = Pick<Candidate, 'outcome' | 'error' | 'rendered'>;

/** Katas that are rendered as in answers of their own. */
const ownAnswers = 20;

/** Gives a renderer for each kata; from the twenty-first on they share one, so that no explanation costs more than a few answers. */
function renderersOf(aside: () => TextRenderer): () => TextRenderer {
  let given = 0;
  let shared: TextRenderer | null = null;
  return () => {
    if (given++ < ownAnswers) return aside();
    shared ??= aside();
    return shared;
  };
}

/** What answers make of a candidate. A kata is rendered when it is asked about: alone, as its own answer has it. */
async function asServed(
  { traced, outcome, error, rendered }: Candidate,
  scope: ResolvedScope,
  kataTexts: () => TextRenderer,
  fallbackWhen: string,
): Promise<Served> {
  const { kind, slot, piece } = traced;
  if (kind !== 'katas' || outcome !== 'served') return { outcome, error, rendered };
  const texts = kataTexts();
  const before = texts.failures.length;
  try {
    const found = { category: slot.category ?? '', kata: piece as Kata };
    const { data } = await kataAnswer(scope, found, texts, fallbackWhen);
    const failed = texts.failures.slice(before).find(({ element_type }) => element_type === 'kata');
    return { outcome, error: failed?.error_message ?? null, rendered: data.procedure };
  } catch (fault) {
    return { outcome: 'not-rendered' as const, error: toFault(fault).message, rendered: null };
  }
}
