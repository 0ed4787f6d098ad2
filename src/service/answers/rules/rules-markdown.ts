import { detailBullets } from '../../../guidance/rules/record/details-markdown.ts';
import { type RuleKind, ruleKinds } from '../../../guidance/rules/rule.ts';
import type { Waiver } from '../../../guidance/waivers/waiver.ts';
import { waiverText } from '../../../guidance/waivers/waiver-text.ts';
import { asParagraphs, oneLine, withoutMarkers } from '../../../render/foreign-text.ts';
import { afterLabel, bullet, closing, paragraphs, tagsElement } from '../../../render/markdown.ts';
import type { RulesData } from '../shapes.ts';
import type { CategoryView, RulesPresentation } from './rules-view.ts';

const markers: Record<RuleKind, string> = { commandments: 'MUST', suggestions: 'SHOULD' };
const titles: Record<RuleKind, string> = { commandments: 'Commandments', suggestions: 'Suggestions' };

/** The rules of a scope as Markdown. */
export function rulesMarkdown({ metadata }: RulesData, presentation: RulesPresentation): string {
  const { links, unmatched, around } = presentation;
  const body = presentation.categorized ? categorized(presentation) : flat(presentation);
  return paragraphs([
    around?.first ?? '',
    presentation.prologue,
    `# Rules for ${metadata.name}`,
    asParagraphs(metadata.description),
    ...(body.length > 0 ? body : [nothingMatches(presentation)]),
    unmatched.map((line) => bullet(line)).join('\n'),
    ...(links.length > 0 ? ['See also:', links.map((line) => bullet(line)).join('\n')] : []),
    presentation.epilogue,
    closing(presentation),
    around?.last ?? '',
  ]);
}

function nothingMatches({ isEmpty }: RulesPresentation): string {
  const next = isEmpty
    ? 'This scope has no rules yet.'
    : 'The category index names the categories that have rules.';
  return `No rules match. ${next}`;
}

function flat(view: RulesPresentation): string[] {
  return ruleKinds.flatMap((kind) => {
    const lines = view[kind].flatMap((category) => ruleLines(kind, category, view));
    return lines.length === 0 ? [] : [`## ${titles[kind]}`, lines.join('\n')];
  });
}

/** One category segment with what stands under it. */
interface Node {
  readonly children: Map<string, Node>;
  readonly views: Partial<Record<RuleKind, CategoryView>>;
}

function categorized(view: RulesPresentation): string[] {
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
      parts.push(`${'#'.repeat(Math.min(depth + 1, 6))} ${oneLine(segment)}`, ...section(child, view));
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

function section({ views }: Node, shown: RulesPresentation): string[] {
  const { showsDefaultWhen } = shown;
  const present = ruleKinds.flatMap((kind) => views[kind] ?? []);
  const when =
    present
      .filter(({ isDefaultWhen }) => showsDefaultWhen || !isDefaultWhen)
      .map((view) => view.when ?? '')
      .find((text) => text !== '') ?? '';
  const lines = ruleKinds.flatMap((kind) => {
    const category = views[kind];
    return category === undefined ? [] : ruleLines(kind, category, shown);
  });
  return [
    tagsElement(present.flatMap((view) => view.tags)),
    when === '' ? '' : `*${oneLine(when)}*`,
    lines.join('\n'),
  ];
}

/** The bullets of a category's rules of one strength, with their waivers and details. */
export function ruleLines(
  kind: RuleKind,
  category: CategoryView,
  { tags, details }: Pick<RulesPresentation, 'tags' | 'details'>,
): string[] {
  const tag = tags[kind];
  const elements = tag === '' ? [] : [tag];
  return category.rules.map((rule, index) => {
    const note = category.notes?.[index];
    const own = afterLabel(withoutMarkers(rule, elements));
    // Behind the end of a block of code it would be a part of that.
    const end = own.includes('\n') && /\n\s*(?:`{3,}|~{3,}|\|.*)$/.test(own) ? '\n' : '';
    const text = tag === '' ? own : `<${tag}>${own}${end}</${tag}>`;
    const line = withWaivers(
      bullet(`**${markers[kind]}**: ${text}`),
      category.waivers?.[index] ?? [],
      elements,
    );
    const below = detailBullets(category.details?.[index], details, elements);
    if (note !== undefined) below.push(bullet(note, 1));
    return below.length === 0 ? line : [line, ...below].join('\n');
  });
}

/** A rule's bullet, followed by its waivers: on its last line, unless that ends a block of code. */
function withWaivers(line: string, waivers: readonly Waiver[], elements: readonly string[]): string {
  if (waivers.length === 0) return line;
  const text = withoutMarkers(waivers.map(waiverText).join(' '), elements);
  return /\n\s*(?:`{3,}|~{3,})\s*$/.test(line) ? `${line}\n  ${text}` : `${line} ${text}`;
}
