import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { detailTexts, type RuleDetails } from '../../../guidance/rules/record/details.ts';
import { type Rule, ruleKinds } from '../../../guidance/rules/rule.ts';
import { bySegment } from '../../../model/names/category-path.ts';
import { estimateLines } from '../../../model/text/tokens.ts';
import type { CategoryContext, TemplateFailure, TextRenderer } from '../../../render/text-renderer.ts';
import { ancestorsOf } from '../../../resolve/category-order.ts';
import { gatheringKataEntries, type KataEntry } from '../katas/kata-entries.ts';
import { createKataWhens, renderingKataWhens } from '../katas/kata-whens.ts';
import { renderDetails } from '../rules/render-details.ts';
import { type CategoryView, shownTexts } from '../rules/rules-view.ts';
import { createWhens, renderingWhens } from '../rules/whens.ts';
import { type IndexEntry, indexEntries } from './index-entries.ts';

/** The settings that say what a category is found by, and what it costs. */
export interface CatalogueSettings {
  readonly default_category_description: string;
  readonly rules_details: readonly string[];
}

type ServedRules = Pick<CategoryView, 'rules' | 'details'>;

/** All that a scope has under one category, rendered. */
export interface CataloguedCategory {
  readonly category: string;
  /** What an index says of it. */
  readonly entry: IndexEntry;
  /** Without a `when` of its own: that of the nearest category above it which has no rules and cannot be found itself. */
  readonly frameWhen: string | null;
  readonly katas: readonly KataEntry[];
  /** The rules that are served: commandments, then suggestions. */
  readonly rules: readonly string[];
  /** How many of them are commandments. */
  readonly mandatory: number;
  /** What they say beside their texts. */
  readonly details: readonly string[];
  /** The text of each kata. */
  readonly procedures: readonly string[];
  /** About what its rules cost, without those of sub-categories. */
  readonly tokens: number;
  /** How far from the scope the nearest scope is that has written in it, 0 for the scope itself. */
  readonly distance: number;
  /** Texts of `when` that could not be rendered. */
  readonly failures: readonly TemplateFailure[];
}

/**
 * The categories of a scope that have rules or katas, in the order of their segments, with their texts rendered, by work that can pause
 * after each text.
 */
export function* readingCatalogue(
  scope: ResolvedScope,
  texts: TextRenderer,
  { default_category_description: fallbackWhen, rules_details: shown }: CatalogueSettings,
): Generator<void, readonly CataloguedCategory[]> {
  const all = () => true;
  const whens = yield* renderingWhens(scope, all, texts);
  const entries = indexEntries(scope, all, texts, whens, yield* renderingKataWhens(scope, all, texts));
  const kataWhens = createKataWhens(scope, texts.unshown, fallbackWhen);
  const withKatas = yield* gatheringKataEntries(scope, all, texts, kataWhens);
  const katas = new Map(withKatas.map(({ entry }) => [entry.category, entry.katas]));
  const failures = byCategory(texts.failures);
  const distanceOf = createDistances(scope);
  // What `category.when` means to the templates of rules.
  const ruleWhen = createWhens(scope, all, texts.unshown, fallbackWhen);
  const found: CataloguedCategory[] = [];
  const names = [...entries].filter(([, { isFetchable }]) => isFetchable).map(([name]) => name);
  for (const category of names.sort(bySegment)) {
    const entry = entries.get(category) as IndexEntry;
    const rules: ServedRules[] = [];
    for (const kind of ruleKinds) {
      const context = { key: category, when: ruleWhen(kind, category) };
      rules.push(yield* renderingRules(scope[kind].get(category)?.rules ?? [], context, texts));
    }
    const inKatas = kataWhens.context(category);
    const procedures: string[] = [];
    for (const { name, procedure, origin } of entry.katas) {
      yield;
      procedures.push(texts.for(origin).keep('kata', `${category}/${name}`, procedure, inKatas));
    }
    found.push({
      category,
      entry,
      frameWhen: entry.when === null ? frameWhenOf(category, entries) : null,
      katas: katas.get(category) ?? [],
      rules: rules.flatMap((own) => own.rules),
      mandatory: rules[0]?.rules.length ?? 0,
      details: rules.flatMap(({ details = [] }) => details.flatMap((one) => detailTexts(one))),
      procedures,
      distance: distanceOf(category),
      tokens: rules.reduce((sum, own) => sum + estimateLines(shownTexts(own, shown)), 0),
      failures: failures.get(category) ?? [],
    });
    yield;
  }
  return found;
}

function frameWhenOf(category: string, entries: ReadonlyMap<string, IndexEntry>): string | null {
  const above = ancestorsOf(category).map((name) => entries.get(name));
  const nearest = above.find((entry) => (entry?.when ?? null) !== null);
  return nearest === undefined || nearest.isFetchable ? null : nearest.when;
}

/** Answers how many scopes of the line of inheritance lie between a scope and the nearest that has written in a category. */
function createDistances(scope: ResolvedScope): (category: string) => number {
  const { lineage } = scope;
  const places = new Map(lineage.map((name, place) => [name, place]));
  return (category) => {
    const pieces = [
      ...ruleKinds.flatMap((kind) => scope[kind].get(category)?.rules ?? []),
      ...(scope.katas.get(category)?.katas.values() ?? []),
    ];
    let nearest = lineage.length;
    for (const { origin } of pieces) nearest = Math.min(nearest, places.get(origin.scope) ?? nearest);
    return nearest;
  };
}

/** The rules that render to anything. */
function* renderingRules(
  rules: readonly Rule[],
  context: CategoryContext,
  texts: TextRenderer,
): Generator<void, ServedRules> {
  const served: string[] = [];
  const details: (RuleDetails | null)[] = [];
  for (const [index, rule] of rules.entries()) {
    yield;
    const identifier = `${context.key} rule #${index + 1}`;
    const by = texts.for(rule.origin);
    const rendered = by.render('rule', identifier, rule.text, context);
    if (rendered === null || rendered.trim() === '') continue;
    served.push(rendered);
    details.push(renderDetails(rule, by, identifier, context));
  }
  return { rules: served, ...(details.some((one) => one !== null) && { details }) };
}

/** The failures of `when` texts, which are named `<category> when` and `<category>/<kata> when`. */
function byCategory(failures: readonly TemplateFailure[]): ReadonlyMap<string, readonly TemplateFailure[]> {
  const found = new Map<string, TemplateFailure[]>();
  for (const failure of failures) {
    const [category = ''] = failure.element_identifier.replace(/ when$/, '').split('/');
    const known = found.get(category);
    if (known === undefined) found.set(category, [failure]);
    else known.push(failure);
  }
  return found;
}
