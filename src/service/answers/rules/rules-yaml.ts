import { writeRecord } from '../../../guidance/rules/record/write-record.ts';
import type { Rule } from '../../../guidance/rules/rule.ts';
import { ruleKeys } from '../../../guidance/rules/rule-schema.ts';
import { waiverText } from '../../../guidance/waivers/waiver-text.ts';
import { yamlText } from '../../../render/yaml-text.ts';
import type { RulesData } from '../shapes.ts';
import type { CategoryView, RulesPresentation } from './rules-view.ts';

const ownKeys = new Set(ruleKeys);

type Tree = Map<string, unknown>;

/** Three YAML documents (metadata, commandments, suggestions) in the form content files have. */
export function rulesYaml(data: RulesData, view: RulesPresentation): string {
  const { name, description, tags, sources } = data.metadata;
  const documents = [
    { metadata: { name, description, tags, sources } },
    { commandments: nested(view.commandments) },
    { suggestions: nested(view.suggestions) },
  ];
  const failures = (data.template_failures ?? []).map(
    (failure) =>
      `# template failure: ${failure.element_identifier}: ${failure.error_message.replace(/\s+/g, ' ')}\n`,
  );
  const waived = [...view.commandments, ...view.suggestions].flatMap(waivedIn);
  // An answer that lacks something says so first, as in Markdown.
  const warnings = (data.warnings ?? []).map((warning) => `# warning: ${warning.replace(/\s+/g, ' ')}\n`);
  return [...warnings, documents.map(yamlText).join('---\n'), ...waived, ...failures].join('');
}

/** A line for each waiver, as a comment: content files of a scope have them elsewhere. */
function waivedIn({ category, written, idOf, waivers = [] }: CategoryView): string[] {
  return waivers.flatMap((own, index) =>
    own.map((waiver) => `# ${category} ${idOf(written[index] as Rule)} ${waiverText(waiver)}\n`),
  );
}

function nested(views: readonly CategoryView[]): Tree {
  const root: Tree = new Map();
  for (const { category, when, tags, rules, written, details } of views) {
    const node = nodeFor(root, category);
    if (when !== null && when !== '') node.set('when', when);
    if (tags.length > 0) node.set('tags', tags);
    node.set(
      'ruleset',
      rules.map((rule, index) => writeRecord(rule, written[index]?.id, details?.[index])),
    );
  }
  return root;
}

/** The mapping of a category, made on the way down; a segment named like a category's own key stays dotted at the top. */
function nodeFor(root: Tree, category: string): Tree {
  const segments = category.split('.');
  const path = segments.slice(1).some((segment) => ownKeys.has(segment)) ? [category] : segments;
  let node = root;
  for (const segment of path) {
    const below = node.get(segment);
    const next: Tree = below instanceof Map ? below : new Map();
    node.set(segment, next);
    node = next;
  }
  return node;
}
