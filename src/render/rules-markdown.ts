import { type RuleKind, ruleKinds } from '../guidance/rules/rule.ts';
import { bullet, closing, oneLine, paragraphs, tagsElement } from './markdown.ts';
import type { CategoryView, RulesView } from './rules-view.ts';
import type { TextRenderer } from './text-renderer.ts';

/** The settings that shape Markdown. */
export interface RulesMarkdownOptions {
  readonly rules_markdown_prologue: string;
  readonly rules_markdown_epilogue: string;
  readonly commandments_xml_tag: string;
  readonly suggestions_xml_tag: string;
  readonly rules_categorized: boolean;
}

const markers: Record<RuleKind, string> = { commandments: 'MUST', suggestions: 'SHOULD' };
const titles: Record<RuleKind, string> = { commandments: 'Commandments', suggestions: 'Suggestions' };

/** The Markdown answer of rules (contract 7). `texts` renders prologue and epilogue into the same report. */
export function rulesMarkdown(view: RulesView, texts: TextRenderer, options: RulesMarkdownOptions): string {
  const body = options.rules_categorized ? categorized(view, options) : flat(view, options);
  return paragraphs([
    texts.render('prologue', 'rules markdown prologue', options.rules_markdown_prologue) ?? '',
    `# Rules for ${view.scope.name}`,
    view.scope.metadata.description,
    ...(body.length > 0
      ? body
      : ['No rules match. The category index names the categories that have rules.']),
    texts.render('epilogue', 'rules markdown epilogue', options.rules_markdown_epilogue) ?? '',
    closing(texts),
  ]);
}

function flat(view: RulesView, options: RulesMarkdownOptions): string[] {
  return ruleKinds.flatMap((kind) => {
    const lines = view[kind].flatMap((category) => ruleLines(kind, category, options));
    return lines.length === 0 ? [] : [`## ${titles[kind]}`, lines.join('\n')];
  });
}

/** One category segment with what stands under it. */
interface Node {
  readonly children: Map<string, Node>;
  readonly views: Partial<Record<RuleKind, CategoryView>>;
}

function categorized(view: RulesView, options: RulesMarkdownOptions): string[] {
  const root: Node = { children: new Map(), views: {} };
  for (const kind of ruleKinds) {
    for (const category of view[kind]) {
      if (category.rules.length > 0) nodeFor(root, category.category).views[kind] = category;
    }
  }
  const parts: string[] = [];
  const write = (node: Node, depth: number) => {
    for (const segment of [...node.children.keys()].sort()) {
      const child = node.children.get(segment) as Node;
      parts.push(`${'#'.repeat(Math.min(depth + 1, 6))} ${segment}`, ...section(child, options));
      write(child, depth + 1);
    }
  };
  write(root, 1);
  return parts;
}

function nodeFor(root: Node, category: string): Node {
  let node = root;
  for (const segment of category.split('.')) {
    let next = node.children.get(segment);
    if (next === undefined) {
      next = { children: new Map(), views: {} };
      node.children.set(segment, next);
    }
    node = next;
  }
  return node;
}

function section({ views }: Node, options: RulesMarkdownOptions): string[] {
  const present = ruleKinds.flatMap((kind) => views[kind] ?? []);
  const when = present.map((view) => view.when ?? '').find((text) => text !== '') ?? '';
  const lines = ruleKinds.flatMap((kind) => {
    const category = views[kind];
    return category === undefined ? [] : ruleLines(kind, category, options);
  });
  return [
    tagsElement(present.flatMap((view) => view.tags)),
    when === '' ? '' : `*${oneLine(when)}*`,
    lines.join('\n'),
  ];
}

function ruleLines(kind: RuleKind, category: CategoryView, options: RulesMarkdownOptions): string[] {
  const tag = options[`${kind}_xml_tag`];
  return category.rules.map((rule) => {
    const text = tag === '' ? rule.trim() : `<${tag}>${rule.trim()}</${tag}>`;
    return bullet(`**${markers[kind]}**: ${text}`);
  });
}
