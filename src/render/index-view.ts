import type { ResolvedScope } from '../guidance/guidance.ts';
import { type RuleKind, ruleKinds } from '../guidance/rules/rule.ts';
import { ancestorsOf } from '../resolve/order.ts';
import { bullet, closing, codeSpan, oneLine, paragraphs, tagsElement } from './markdown.ts';
import { reports } from './rules-json.ts';
import type { TextRenderer } from './text-renderer.ts';
import { createWhens, type WhenOf } from './whens.ts';

/** The category index of a scope, its `when` texts rendered. */
export interface IndexView {
  readonly scope: ResolvedScope;
  readonly whenOf: WhenOf;
}

export interface IndexMarkdownOptions {
  readonly index_markdown_prologue: string;
  readonly index_markdown_epilogue: string;
}

export function indexView(scope: ResolvedScope, texts: TextRenderer, fallbackWhen: string): IndexView {
  return { scope, whenOf: createWhens(scope, () => true, texts, fallbackWhen) };
}

/** The JSON answer of the index (contract 6). */
export function indexJson({ scope, whenOf }: IndexView, texts: TextRenderer): object {
  const list = (kind: RuleKind) =>
    [...scope[kind]].map(([category, { tags, rules }]) => ({
      category,
      when: whenOf(kind, category),
      rule_count: rules.length,
      tags,
    }));
  return {
    scope_name: scope.name,
    description: scope.metadata.description,
    commandments: list('commandments'),
    suggestions: list('suggestions'),
    sources: scope.sources,
    ...reports(texts.failures, scope),
  };
}

/** The Markdown answer of the index (contract 7): a nested list, sorted by segment. */
export function indexMarkdown(
  { scope, whenOf }: IndexView,
  texts: TextRenderer,
  options: IndexMarkdownOptions,
): string {
  const names = new Set<string>();
  for (const kind of ruleKinds) {
    for (const [category, { rules }] of scope[kind]) if (rules.length > 0) names.add(category);
  }
  const lines = [...names].sort(bySegment).map((category) => {
    const kinds = ruleKinds.filter((kind) => scope[kind].has(category));
    const when = kinds.map((kind) => whenOf(kind, category) ?? '').find((text) => text !== '') ?? '';
    const tags = tagsElement(kinds.flatMap((kind) => scope[kind].get(category)?.tags ?? []));
    const depth = ancestorsOf(category).filter((ancestor) => names.has(ancestor)).length;
    return bullet([`${codeSpan(category)}: ${oneLine(when)}`, tags].filter(Boolean).join(' '), depth);
  });
  return paragraphs([
    texts.render('prologue', 'index markdown prologue', options.index_markdown_prologue) ?? '',
    `# Index of rule categories for scope ${scope.name}`,
    scope.metadata.description,
    lines.length > 0 ? lines.join('\n') : 'This scope has no rules.',
    lines.length > 0 ? 'Asking for a category includes its sub-categories.' : '',
    texts.render('epilogue', 'index markdown epilogue', options.index_markdown_epilogue) ?? '',
    closing(texts),
  ]);
}

/** Orders dot paths segment by segment, so that a category stands right before its sub-categories. */
export function bySegment(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const x = left[index] as string;
    const y = right[index] as string;
    if (x !== y) return x < y ? -1 : 1;
  }
  return left.length - right.length;
}
