import { type Reports, reports } from '../reports.ts';
import type { RuleKind } from './rule.ts';
import { ruleId } from './rule-id.ts';
import type { CategoryView, RulesView } from './rules-view.ts';

/** The rules of a category as answers give them. */
interface CategoryData {
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly rules: readonly string[];
  /** The id of each rule, in their order. */
  readonly ids: readonly string[];
}

/** The answer with the rules of a scope. */
export interface RulesData extends Reports {
  readonly metadata: {
    readonly name: string;
    readonly description: string;
    readonly parent: null;
    readonly tags: Readonly<Record<string, string>>;
    readonly sources: readonly string[];
  };
  readonly commandments: Readonly<Record<string, CategoryData>>;
  readonly suggestions: Readonly<Record<string, CategoryData>>;
}

/** The data of the rules of a scope. `parent` is always null: what was inherited is already in. */
export function rulesData(view: RulesView): RulesData {
  const { name, metadata, sources } = view.scope;
  const { description, tags } = metadata;
  return {
    metadata: { name, description, parent: null, tags, sources },
    commandments: byCategory('commandments', view),
    suggestions: byCategory('suggestions', view),
    ...reports(view.failures, view.scope),
  };
}

function byCategory(kind: RuleKind, view: RulesView): Record<string, CategoryData> {
  return Object.fromEntries(view[kind].map((category) => [category.category, toData(kind, category)]));
}

function toData(kind: RuleKind, { when, tags, rules, written }: CategoryView): CategoryData {
  return {
    when,
    tags,
    rules,
    // Only JSON shows them: agents, who read Markdown, need not wait for ten thousand hashes.
    get ids() {
      return written.map((rule) => ruleId(kind, rule));
    },
  };
}
