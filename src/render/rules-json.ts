import type { ResolvedScope } from '../guidance/guidance.ts';
import type { UnavailableMaster } from '../model/guidance.ts';
import type { CategoryView, RulesView } from './rules-view.ts';
import type { TemplateFailure } from './text-renderer.ts';

/** The rules of a category as answers give them. */
interface CategoryData {
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly rules: readonly string[];
}

/** The keys that an answer carries only where there is something to report. */
export interface Reports {
  readonly template_failures?: readonly TemplateFailure[];
  readonly warnings?: readonly string[];
  readonly unavailable?: readonly UnavailableMaster[];
}

/** The answer with the rules of a scope. */
export interface RulesData extends Reports {
  readonly metadata: {
    readonly name: string;
    readonly description: string;
    readonly parent: null;
    readonly parents: readonly string[];
    readonly tags: Readonly<Record<string, string>>;
    readonly sources: readonly string[];
  };
  readonly commandments: Readonly<Record<string, CategoryData>>;
  readonly suggestions: Readonly<Record<string, CategoryData>>;
}

/** The data of the rules of a scope. `parent` is always null: what was inherited is already in. */
export function rulesData(view: RulesView): RulesData {
  const { name, metadata, sources } = view.scope;
  const { description, tags, parents } = metadata;
  return {
    metadata: { name, description, parent: null, parents, tags, sources },
    commandments: byCategory(view.commandments),
    suggestions: byCategory(view.suggestions),
    ...reports(view.failures, view.scope),
  };
}

/** What an answer reports of the templates that failed so far, and of its scope. */
export function reports(failures: readonly TemplateFailure[], scope: ResolvedScope): Reports {
  return {
    ...(failures.length > 0 && { template_failures: [...failures] }),
    ...(scope.warnings.length > 0 && { warnings: scope.warnings }),
    ...(scope.unavailable.length > 0 && { unavailable: scope.unavailable }),
  };
}

function byCategory(views: readonly CategoryView[]): Record<string, CategoryData> {
  return Object.fromEntries(
    views.map(({ category, when, tags, rules }) => [category, { when, tags, rules }]),
  );
}
