import * as v from 'valibot';
import { templateVariables } from '../../config/template-variables.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { Fault } from '../../model/fault.ts';
import { nearest } from '../../model/text/nearest.ts';
import { defineOperation } from '../operation.ts';
import { scopeName } from './shapes/arguments.ts';

const contextShape = v.object({
  scope_name: v.string(),
  category: v.nullable(v.string()),
  variables: v.array(
    v.object({
      name: v.string(),
      source: v.string(),
      value: v.optional(v.unknown()),
      secret: v.optional(v.picklist(['set', 'unset'])),
    }),
  ),
  plugins: v.array(
    v.object({
      name: v.string(),
      description: v.string(),
      state: v.string(),
      reason: v.nullable(v.string()),
      filters: v.array(v.string()),
    }),
  ),
  filters: v.array(v.object({ name: v.string(), source: v.string() })),
  tests: v.array(v.string()),
});

export const getContext = defineOperation({
  name: 'get_context',
  title: 'Template context',
  description:
    'Every variable that templates of a scope can use, with value and source; the filters and tests that exist.',
  needs: ['scope'],
  input: v.strictObject({
    scope_name: scopeName,
    category: v.optional(v.pipe(v.string(), v.description('Show the variables of this category too'))),
  }),
  output: contextShape,
  http: null,
  mcp: null,
  cli: { command: 'context', positional: ['scope_name'], format: 'markdown' },
  async run(input, service) {
    const scope = await service.scope(input.scope_name);
    const category = input.category ?? null;
    if (category !== null) checkCategory(scope, category);
    const plugin = await service.plugins.context(scope);
    const [filters, plugins] = await Promise.all([service.plugins.filters(), service.plugins.states()]);
    const [
      { contextView },
      { templateContext },
      { createTextRenderer },
      { createWhens },
      { createKataWhens },
    ] = await Promise.all([
      import('../explain/context-view.ts'),
      import('../../guidance/resolve/template-context.ts'),
      import('../../render/text-renderer.ts'),
      import('../answers/rules/whens.ts'),
      import('../answers/katas/kata-whens.ts'),
    ]);
    const { config } = service;
    const given = templateContext(templateVariables(config), scope, plugin.values);
    // A variable of that name is not seen: it is the scope that wrote a text.
    const origin = { name: scope.name, tags: scope.metadata.tags };
    const base = Object.hasOwn(given, 'origin') ? { ...given, origin } : given;
    const whenOf = (name: string) => {
      const kind = ruleKinds.find((one) => scope[one].has(name));
      const texts = createTextRenderer(base, { filters, pluginValues: plugin.values });
      const { default_category_description: fallback } = config.settings;
      if (kind === undefined) return createKataWhens(scope, texts, fallback).context(name).when;
      return createWhens(scope, () => true, texts, fallback)(kind, name);
    };
    const context =
      category === null
        ? base
        : { ...base, category: { key: category, when: whenOf(category) }, ...plugin.values };
    const view = contextView({
      scopeName: scope.name,
      category,
      config,
      context,
      pluginSources: plugin.sources,
      plugins,
    });
    return { data: view, presentation: null };
  },
  async texts() {
    const { contextMarkdown } = await import('../explain/context-view.ts');
    return { markdown: contextMarkdown };
  },
});

function checkCategory(scope: ResolvedScope, category: string): void {
  const names = new Set([...ruleKinds, 'katas' as const].flatMap((kind) => [...scope[kind].keys()]));
  if (names.has(category)) return;
  const advice =
    names.size === 0 ? 'It has none.' : `The nearest names are: ${nearest(category, names).join(', ')}.`;
  const shown = category.slice(0, 200);
  throw new Fault('invalid-category', `Scope "${scope.name}" has no category "${shown}". ${advice}`);
}
