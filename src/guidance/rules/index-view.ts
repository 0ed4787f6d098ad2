import { bySegment } from '../../model/category-path.ts';
import { asParagraphs, oneLine } from '../../render/foreign-text.ts';
import {
  bullet,
  type Closing,
  closing,
  closingOf,
  codeSpan,
  paragraphs,
  tagsElement,
} from '../../render/markdown.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import { ancestorsOf } from '../../resolve/order.ts';
import type { ResolvedScope } from '../guidance.ts';
import { type Reports, reports } from '../reports.ts';
import { type RuleKind, ruleKinds } from './rule.ts';
import { createWhens } from './whens.ts';

/** The settings that shape the texts of the index. */
export interface IndexSettings {
  readonly default_category_description: string;
  readonly index_markdown_prologue: string;
  readonly index_markdown_epilogue: string;
}

interface IndexEntry {
  readonly category: string;
  readonly when: string | null;
  readonly rule_count: number;
  readonly tags: readonly string[];
}

/** The answer with the category index of a scope. */
export interface IndexData extends Reports {
  readonly scope_name: string;
  readonly description: string;
  readonly commandments: readonly IndexEntry[];
  readonly suggestions: readonly IndexEntry[];
  readonly sources: readonly string[];
}

/** What the index shows as Markdown besides the data. */
export interface IndexPresentation extends Closing {
  readonly prologue: string;
  readonly epilogue: string;
}

/** The category index of a scope, its `when` texts rendered with `texts`. */
export function indexAnswer(
  scope: ResolvedScope,
  texts: TextRenderer,
  settings: IndexSettings,
): { data: IndexData; presentation: IndexPresentation } {
  const whenOf = createWhens(scope, () => true, texts, settings.default_category_description);
  const list = (kind: RuleKind) =>
    [...scope[kind]].map(([category, { tags, rules }]) => ({
      category,
      when: whenOf(kind, category),
      rule_count: rules.length,
      tags,
    }));
  const data = {
    scope_name: scope.name,
    description: scope.metadata.description,
    commandments: list('commandments'),
    suggestions: list('suggestions'),
    sources: scope.sources,
    ...reports(texts.failures, scope),
  };
  // These count for Markdown only, so that what fails in them is not in the data.
  const own = texts.for('local');
  const prologue = own.render('prologue', 'index markdown prologue', settings.index_markdown_prologue) ?? '';
  const epilogue = own.render('epilogue', 'index markdown epilogue', settings.index_markdown_epilogue) ?? '';
  return { data, presentation: { prologue, epilogue, ...closingOf(texts) } };
}

/** The index as Markdown: a nested list, sorted by segment. */
export function indexMarkdown(data: IndexData, presentation: IndexPresentation): string {
  const entries = new Map<string, IndexEntry[]>();
  for (const entry of ruleKinds.flatMap((kind) => data[kind])) {
    entries.set(entry.category, [...(entries.get(entry.category) ?? []), entry]);
  }
  const names = [...entries.keys()].filter((name) =>
    entries.get(name)?.some((entry) => entry.rule_count > 0),
  );
  const shown = new Set(names);
  const lines = names.sort(bySegment).map((category) => {
    const kinds = entries.get(category) ?? [];
    const when = kinds.map((entry) => entry.when ?? '').find((text) => text !== '') ?? '';
    const tags = tagsElement(kinds.flatMap((entry) => entry.tags));
    const depth = ancestorsOf(category).filter((ancestor) => shown.has(ancestor)).length;
    return bullet([`${codeSpan(category)}: ${oneLine(when)}`, tags].filter(Boolean).join(' '), depth);
  });
  return paragraphs([
    presentation.prologue,
    `# Index of rule categories for scope ${data.scope_name}`,
    asParagraphs(data.description),
    lines.length > 0 ? lines.join('\n') : 'This scope has no rules.',
    lines.length > 0 ? 'Asking for a category includes its sub-categories.' : '',
    presentation.epilogue,
    closing(presentation),
  ]);
}
