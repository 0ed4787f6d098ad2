import * as v from 'valibot';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { defineScopeOperation } from '../operation.ts';
import type { Service } from '../service.ts';
import { scopeName } from './arguments.ts';
import { exploredScope, originShape } from './explorer-shapes.ts';

/** What the explorer shows around each page of a scope, and what of its ancestors the scope has replaced. */
export const exploreScope = defineScopeOperation({
  name: 'explore_scope',
  title: 'A scope and what it replaces',
  description:
    'What a scope is, and which guidance of its ancestors it does not have because it is replaced.',
  input: v.strictObject({ scope_name: scopeName }),
  output: v.object({
    ...exploredScope.entries,
    overridden: v.array(
      v.object({
        kind: v.string(),
        category: v.string(),
        text: v.string(),
        origin: originShape,
        by: v.string(),
      }),
    ),
  }),
  madeFrom: 'scope',
  asWritten: true,
  http: null,
  mcp: null,
  cli: null,
  async run(_input, { scope, service }) {
    const { overriddenIn } = await import('../../guidance/overridden.ts');
    const overridden = overriddenIn(scope, await ancestorsOf(scope, service));
    return { data: { ...scopeData(scope), overridden }, presentation: null };
  },
});

/** What a scope is, and how much guidance it has. */
export function scopeData(scope: ResolvedScope) {
  const { name, metadata, sources, warnings, unavailable, descent } = scope;
  const { description, tags } = metadata;
  const rules = ruleKinds
    .flatMap((kind) => [...scope[kind].values()])
    .reduce((sum, category) => sum + category.rules.length, 0);
  const katas = [...scope.katas.values()].reduce((sum, category) => sum + category.katas.size, 0);
  const counts = { rules, katas, stories: scope.stories.size };
  return { name, description, tags, ...descent, sources, counts, warnings, unavailable };
}

/** The resolved ancestors by name; one that cannot be served is left out. */
async function ancestorsOf(
  { name, lineage }: ResolvedScope,
  service: Service,
): Promise<ReadonlyMap<string, ResolvedScope>> {
  const found = await Promise.all(
    lineage.filter((one) => one !== name).map((one) => service.scope(one).catch(() => null)),
  );
  return new Map(found.flatMap((one) => (one === null ? [] : [[one.name, one] as const])));
}
