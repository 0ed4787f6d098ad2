import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { RuleDetails } from '../../../guidance/rules/record/details.ts';
import { withDetails } from '../../../guidance/rules/record/details-markdown.ts';
import { type Rule, type RuleKind, ruleKinds } from '../../../guidance/rules/rule.ts';
import { ruleId } from '../../../guidance/rules/rule-id.ts';
import { createWaiversFor } from '../../../guidance/waivers/resolve-waivers.ts';
import type { Waiver } from '../../../guidance/waivers/waiver.ts';
import type { Closing } from '../../../render/markdown.ts';
import type { CategoryContext, TemplateFailure, TextRenderer } from '../../../render/text-renderer.ts';
import { createDue } from '../../../runtime/async/turns.ts';
import type { CategoryFilter } from '../category-filter.ts';
import { renderDetails } from './render-details.ts';
import { createWhens, isKnown, renderingWhens } from './whens.ts';

/** A rule that the answer does not show. */
export interface LeftOut {
  readonly rule: Rule;
  /** Why it could not be rendered; null where it renders to blank. */
  readonly error: string | null;
}

export interface CategoryView {
  readonly category: string;
  readonly when: string | null;
  /** Nobody has said when it applies: that is what is said of any such category. */
  readonly isDefaultWhen: boolean;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly see: readonly string[];
  readonly rules: readonly string[];
  /** Each of them as it is written. */
  readonly written: readonly Rule[];
  /** The id of one of them. */
  idOf(rule: Rule): string;
  readonly leftOut: readonly LeftOut[];
  /** What each of them says beside its text, rendered; null where it says nothing. Absent where all are null. */
  readonly details?: readonly (RuleDetails | null)[];
  /** The waivers that hold for each of them today. Absent where there are none. */
  readonly waivers?: readonly (readonly Waiver[])[];
  /** A line of Markdown below each of them, where that is asked for. */
  readonly notes?: readonly string[];
}

/** The wanted rules of a scope, rendered. */
export interface RulesView {
  readonly scope: ResolvedScope;
  readonly commandments: readonly CategoryView[];
  readonly suggestions: readonly CategoryView[];
  readonly failures: readonly TemplateFailure[];
}

/** What the texts of rules show besides the data. */
export interface RulesPresentation extends Closing {
  /** The categories in the order of the scope, which JSON does not keep where a name is a number. */
  readonly commandments: readonly CategoryView[];
  readonly suggestions: readonly CategoryView[];
  readonly prologue: string;
  /** Index lines of the categories that these link to. */
  readonly links: readonly string[];
  /** A line for each category that was asked for and has no rules. */
  readonly unmatched: readonly string[];
  /** The scope has no rule in any category, and nothing of it is missing. */
  readonly isEmpty: boolean;
  /** Categories were asked for, and the scope has none of them. */
  readonly isUnknown: boolean;
  readonly showsDefaultWhen: boolean;
  /** What is said before and after all else. */
  readonly around?: { readonly first: string; readonly last: string };
  readonly epilogue: string;
  readonly tags: Readonly<Record<RuleKind, string>>;
  readonly categorized: boolean;
  /** The parts of details that are shown. */
  readonly details: readonly string[];
}

/** The rules of a category, each with what Markdown shows of it beside its text. */
export function shownTexts(
  { rules, details }: Pick<CategoryView, 'rules' | 'details'>,
  shown: readonly string[],
): readonly string[] {
  return details === undefined ? rules : rules.map((rule, index) => withDetails(rule, details[index], shown));
}

function waiversOf(waivers: readonly (readonly Waiver[])[]): Pick<CategoryView, 'waivers'> {
  return waivers.some((own) => own.length > 0) ? { waivers } : {};
}

/** Renders the wanted rules, with pauses; one that fails is left out and reported, one that renders to blank is left out. */
export function* viewingRules(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  fallbackWhen: string,
): Generator<void, RulesView> {
  const own = yield* renderingWhens(scope, wanted, texts);
  const whenOf = createWhens(scope, wanted, texts, fallbackWhen, own);
  const views: Record<RuleKind, CategoryView[]> = { commandments: [], suggestions: [] };
  const waiversFor = createWaiversFor(scope.waivers);
  const isDue = createDue();
  for (const kind of ruleKinds) {
    const idOf: CategoryView['idOf'] = (rule) => ruleId(kind, rule);
    for (const [category, { tags, paths, see, rules }] of scope[kind]) {
      if (!wanted(category)) continue;
      const when = whenOf(kind, category);
      const shown = createShown(texts, { key: category, when });
      yield* addingRules(rules, shown, isDue);
      const isDefaultWhen = !texts.raw && !isKnown(own, kind, category);
      const { rendered, written, leftOut, details } = shown;
      views[kind].push({
        ...{ category, when, isDefaultWhen, tags, paths, see },
        ...{ rules: rendered, written, idOf, leftOut },
        ...(details.some((one) => one !== null) && { details }),
        ...waiversOf(written.map((rule) => waiversFor(kind, rule))),
      });
    }
  }
  return { scope, ...views, failures: texts.failures };
}

/** A generator of its own, since V8 takes a tenth of a second to optimize one that is large. */
function* addingRules(
  rules: readonly Rule[],
  shown: { add(rule: Rule): void },
  isDue: () => boolean,
): Generator<void> {
  for (let at = 0; at < rules.length; at++) {
    if (isDue()) yield;
    shown.add(rules[at] as Rule);
  }
}

/** The rules of one category, rendered one by one. Not a part of what pauses: V8 takes long to optimize that, all that it calls included. */
function createShown(texts: TextRenderer, context: CategoryContext) {
  const rendered: string[] = [];
  const written: Rule[] = [];
  const leftOut: LeftOut[] = [];
  const details: (RuleDetails | null)[] = [];
  let index = 0;
  return {
    ...{ rendered, written, leftOut, details },
    add(rule: Rule): void {
      index++;
      // Most rules are plain text, which renders to itself.
      if (rule.details === undefined && !rule.text.includes('{') && rule.text.trim() !== '') {
        rendered.push(rule.text);
        written.push(rule);
        details.push(null);
        return;
      }
      const identifier = `${context.key} rule #${index}`;
      const by = texts.for(rule.origin);
      const result = by.render('rule', identifier, rule.text, context);
      if (result === null || result.trim() === '') {
        const error = result === null ? (texts.failures.at(-1)?.error_message ?? '') : null;
        leftOut.push({ rule, error });
        return;
      }
      rendered.push(result);
      written.push(rule);
      details.push(renderDetails(rule, by, identifier, context));
    },
  };
}
