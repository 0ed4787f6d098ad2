import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import type { TemplateFailure, TextRenderer } from '../../../render/text-renderer.ts';
import { pathsAround } from '../../../resolve/category-order.ts';
import type { CategoryFilter } from '../category-filter.ts';
import type { LineSettings } from '../index/index-line.ts';
import { seeAlso } from '../index/see-also.ts';
import type { RulesData } from '../shapes.ts';
import { writingUnmatched } from '../unmatched.ts';
import { rulesData } from './rules-json.ts';
import { type RulesPresentation, viewingRules } from './rules-view.ts';

export interface RulesAnswer {
  readonly data: RulesData;
  readonly presentation: RulesPresentation;
}

/** The settings that shape the texts of rules. */
export interface RulesSettings extends LineSettings {
  readonly default_category_description: string;
  /** Whether texts show that where no `when` is known: only what somebody has written says anything. */
  readonly showsDefaultWhen: boolean;
  readonly rules_markdown_prologue: string;
  readonly rules_markdown_epilogue: string;
  readonly commandments_xml_tag: string;
  readonly suggestions_xml_tag: string;
  readonly rules_categorized: boolean;
  readonly rules_details: readonly string[];
}

/**
 * The wanted rules of a scope, rendered with `texts`, with pauses: a rule that fails, or renders to blank, is left out. `asked` are the paths
 * that were asked for, null for everything.
 */
export function* answeringRules(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  settings: RulesSettings,
  asked: ReadonlySet<string> | null = null,
): Generator<void, RulesAnswer> {
  const view = yield* viewingRules(scope, wanted, texts, settings.default_category_description);
  const data = rulesData(view);
  // These count for Markdown only, so that what fails in them is not in the data.
  const own = texts.for('local');
  const prologue = own.render('prologue', 'rules markdown prologue', settings.rules_markdown_prologue) ?? '';
  const links = texts.raw ? [] : seeAlso(scope, wanted, texts, settings);
  const epilogue = own.render('epilogue', 'rules markdown epilogue', settings.rules_markdown_epilogue) ?? '';
  const shown = ruleKinds.flatMap((kind) =>
    view[kind].filter(({ rules }) => rules.length > 0).map(({ category }) => category),
  );
  const unmatched = yield* writingUnmatched(scope, asked, shown, 'rules');
  return {
    data,
    presentation: {
      commandments: view.commandments,
      suggestions: view.suggestions,
      prologue,
      unmatched,
      isEmpty:
        scope.gaps.length + scope.unavailable.length === 0 &&
        ruleKinds.every((kind) => [...scope[kind].values()].every(({ rules }) => rules.length === 0)),
      isUnknown: asked !== null && pathsAround(categoriesOf(scope), asked).size === 0,
      links,
      epilogue,
      tags: { commandments: settings.commandments_xml_tag, suggestions: settings.suggestions_xml_tag },
      categorized: settings.rules_categorized,
      showsDefaultWhen: settings.showsDefaultWhen,
      details: settings.rules_details,
      failures: shownFailures(texts, wanted, shown, settings),
    },
  };
}

/** Every category of a scope, of whatever kind. */
function* categoriesOf(scope: ResolvedScope): Iterable<string> {
  for (const kind of [...ruleKinds, 'katas'] as const) yield* scope[kind].keys();
}

/** What failed of the texts that the Markdown shows: of a wanted category a `when` stands only above rules. */
function shownFailures(
  { failures }: TextRenderer,
  wanted: CategoryFilter,
  shown: readonly string[],
  { rules_categorized: isCategorized, rules_details: details, showsDefaultWhen }: RulesSettings,
): readonly TemplateFailure[] {
  const whens = failures.filter(({ element_type: type }) => type === 'when').map(categoryOf);
  const above = pathsAround(shown, new Set(whens));
  return failures.filter((failure) => {
    const { element_type: type } = failure;
    if (type === 'why') return details.includes('why');
    if (type === 'default_category_description') return isCategorized && showsDefaultWhen && shown.length > 0;
    const category = categoryOf(failure);
    if (type !== 'when' || !wanted(category)) return true;
    return isCategorized && above.has(category);
  });
}

/** The category whose `when` has failed. */
function categoryOf({ element_identifier: identifier }: TemplateFailure): string {
  return identifier.slice(0, -' when'.length);
}
