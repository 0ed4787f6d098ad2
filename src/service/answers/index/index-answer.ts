import { type RuleKind, ruleKinds } from '../../../guidance/rules/rule.ts';
import { estimateLines, estimateTokens } from '../../../model/text/tokens.ts';
import { type Closing, closingOf } from '../../../render/markdown.ts';
import { categoryFilter } from '../category-filter.ts';
import { gatheringKataEntries } from '../katas/kata-entries.ts';
import { countingKataTokens } from '../katas/kata-tokens.ts';
import { createKataWhens, renderingKataWhens } from '../katas/kata-whens.ts';
import { reports } from '../reports.ts';
import { answeringRules, type RulesAnswer, type RulesSettings } from '../rules/rules-answer.ts';
import { rulesMarkdown } from '../rules/rules-markdown.ts';
import { type RulesPresentation, shownTexts } from '../rules/rules-view.ts';
import { createWhens, renderingWhens } from '../rules/whens.ts';
import type { IndexData } from '../shapes.ts';
import { writingUnmatched } from '../unmatched.ts';
import { type IndexEntry, indexEntries } from './index-entries.ts';
import type { IndexWork } from './index-work.ts';

/** The settings that shape the index. */
export interface IndexSettings extends RulesSettings {
  readonly index_markdown_prologue: string;
  readonly index_markdown_epilogue: string;
  readonly index_max_tokens: number;
}

/** What the index shows as Markdown besides the data. */
export interface IndexPresentation extends Closing {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  readonly prologue: string;
  readonly epilogue: string;
  readonly settings: IndexSettings;
  /** Segments of the longest path that was asked for; 0 where all is wanted. */
  readonly depth: number;
  /** What there is to say of paths that were asked for and lead to nothing. */
  readonly unmatched: readonly string[];
  /** About how many tokens all rules of the scope are; null where it has none. */
  readonly allTokens: number | null;
  /** The same of the wanted rules; null where all are, and where there are none. */
  readonly wantedTokens: number | null;
}

/** All rules of a scope, rendered, and their Markdown. */
interface AllRules {
  readonly presentation: Pick<RulesPresentation, RuleKind>;
  text(format: 'markdown'): string;
}

/**
 * The category index of a scope, made with pauses: of the paths that were asked for, or of everything where that is null. Its Markdown shows a
 * `when` only where a category has one of its own; that of its JSON is the one that rules are shown with.
 */
export function* answeringIndex(
  { scope, texts, aside }: IndexWork,
  asked: ReadonlySet<string> | null,
  all: AllRules,
  settings: IndexSettings,
): Generator<void, { data: IndexData; presentation: IndexPresentation }> {
  const wanted = categoryFilter(asked);
  const depth = Math.max(0, ...[...(asked ?? [])].map((path) => path.split('.').length));
  const whens = yield* renderingWhens(scope, wanted, texts);
  const kataWhenOf = yield* renderingKataWhens(scope, wanted, texts);
  const entries = indexEntries(scope, wanted, texts, whens, kataWhenOf);
  const some = depth === 0 ? all : withText(yield* answeringRules(scope, wanted, aside(), settings));

  // What follows stands in the data alone.
  const rest = aside();
  const fallback = settings.default_category_description;
  const whenOf = createWhens(scope, wanted, rest, fallback, whens);
  function* listing(kind: RuleKind): Generator<void, IndexData['commandments']> {
    const rendered = new Map(
      some.presentation[kind].map((view) => [view.category, shownTexts(view, settings.rules_details)]),
    );
    const found: IndexData['commandments'][number][] = [];
    for (const [category, { tags, paths, see, always, rules }] of scope[kind]) {
      if (!wanted(category)) continue;
      yield;
      const tokens = estimateLines(rendered.get(category) ?? []);
      found.push({
        category,
        when: whenOf(kind, category),
        rule_count: rules.length,
        tags,
        tokens,
        paths,
        see,
        ...(always === true && { always }),
      });
    }
    return alwaysFirst(found);
  }
  const commandments = yield* listing('commandments');
  const suggestions = yield* listing('suggestions');
  const kataWhens = createKataWhens(scope, rest, fallback, kataWhenOf);
  const katas: IndexData['katas'][number][] = [];
  for (const { entry, category } of yield* gatheringKataEntries(scope, wanted, rest, kataWhens)) {
    const { paths, see, always } = category;
    const tokens = yield* countingKataTokens(category, kataWhens.context(entry.category), rest.unshown);
    katas.push({ ...entry, tokens, paths, see, ...(always === true && { always }) });
  }
  const data = {
    scope_name: scope.name,
    description: scope.metadata.description,
    commandments,
    suggestions,
    katas: alwaysFirst(katas),
    sources: scope.sources,
    ...reports([...texts.failures, ...rest.failures], scope),
  };
  // These count for Markdown only, so that what fails in them is not in the data.
  const own = texts.for('local');
  const prologue = own.render('prologue', 'index markdown prologue', settings.index_markdown_prologue) ?? '';
  const epilogue = own.render('epilogue', 'index markdown epilogue', settings.index_markdown_epilogue) ?? '';
  const found = [...entries].flatMap(([category, { isFetchable }]) => (isFetchable ? [category] : []));
  const unmatched = yield* writingUnmatched(scope, asked, found, 'rules');
  const tokens = { allTokens: tokensOf(all), wantedTokens: depth === 0 ? null : tokensOf(some) };
  return {
    data,
    presentation: { entries, prologue, epilogue, settings, depth, unmatched, ...tokens, ...closingOf(texts) },
  };
}

/** The entries in their order, those that belong to every change before the others. */
function alwaysFirst<Entry extends { readonly always?: true }>(entries: readonly Entry[]): readonly Entry[] {
  const [first, others] = [entries.filter(({ always }) => always), entries.filter(({ always }) => !always)];
  return [...first, ...others];
}

function withText({ data, presentation }: RulesAnswer): AllRules {
  return { presentation, text: () => rulesMarkdown(data, presentation) };
}

/** About how many tokens the Markdown of rules is; null where there are none. */
function tokensOf({ presentation, text }: AllRules): number | null {
  const isEmpty = ruleKinds.every((kind) => presentation[kind].every(({ rules }) => rules.length === 0));
  return isEmpty ? null : estimateTokens(text('markdown'));
}
