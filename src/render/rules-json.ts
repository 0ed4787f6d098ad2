import type { ResolvedScope } from '../guidance/guidance.ts';
import type { CategoryView, RulesView } from './rules-view.ts';
import type { TemplateFailure } from './text-renderer.ts';

/** The JSON answer of rules (contract 6). `parent` is always null: what was inherited is already in. */
export function rulesJson(view: RulesView): object {
  const { name, metadata, sources } = view.scope;
  const { description, tags, parents } = metadata;
  return {
    metadata: { name, description, parent: null, parents, tags, sources },
    commandments: byCategory(view.commandments),
    suggestions: byCategory(view.suggestions),
    ...reports(view.failures, view.scope),
  };
}

/** The keys that an answer carries only where there is something to tell. */
export function reports(failures: readonly TemplateFailure[], scope: ResolvedScope): object {
  return {
    ...(failures.length > 0 && { template_failures: failures }),
    ...(scope.warnings.length > 0 && { warnings: scope.warnings }),
    ...(scope.unavailable.length > 0 && { unavailable: scope.unavailable }),
  };
}

function byCategory(views: readonly CategoryView[]): object {
  return Object.fromEntries(
    views.map(({ category, when, tags, rules }) => [category, { when, tags, rules }]),
  );
}
