import * as v from 'valibot';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import type { ruleId } from '../../../guidance/rules/rule-id.ts';
import { cutText } from '../../../model/text/cut-text.ts';
import { defineScopeOperation } from '../../operation.ts';
import { scopeName } from '../shapes/arguments.ts';
import { exploredScope, originShape } from '../shapes/explorer-shapes.ts';

/** What the explorer shows around each page of a scope, and what of its ancestors the scope has replaced. */
export const exploreScope = defineScopeOperation({
  name: 'explore_scope',
  title: 'A scope and what it replaces',
  description:
    'What a scope is, and which guidance of its ancestors it does not have because it is replaced.',
  needs: [],
  input: v.strictObject({ scope_name: scopeName }),
  output: v.object({
    ...exploredScope.entries,
    /** The scopes of the lineage that have files here, nearest first. */
    layers: v.array(v.string()),
    /** What is written in its layers and not served. */
    unserved: v.array(
      v.object({
        kind: v.string(),
        category: v.string(),
        id: v.string(),
        text: v.string(),
        origin: originShape,
        status: v.string(),
      }),
    ),
    overridden: v.array(
      v.object({
        kind: v.string(),
        category: v.nullable(v.string()),
        name: v.nullable(v.string()),
        id: v.string(),
        text: v.string(),
        origin: originShape,
        by: v.nullable(v.string()),
      }),
    ),
  }),
  madeFrom: 'scope',
  asWritten: true,
  http: null,
  mcp: null,
  cli: null,
  async run(_input, { scope }) {
    const [{ replacedOnMasters, tracingReplaced }, { ruleId }, { inTurns }] = await Promise.all([
      import('../../../guidance/resolve/trace-scope.ts'),
      import('../../../guidance/rules/rule-id.ts'),
      import('../../../runtime/async/turns.ts'),
    ]);
    const told = replacedOnMasters(scope).map((one) => {
      return { kind: 'suggestions' as const, name: null, id: ruleId('suggestions', one), ...one };
    });
    const layers = [...scope.parts].flatMap(([name, { local }]) => (local === null ? [] : [name]));
    return {
      data: {
        ...scopeData(scope),
        layers,
        unserved: unservedIn(scope, ruleId),
        overridden: [...(await inTurns(tracingReplaced(scope))), ...told],
      },
      presentation: null,
    };
  },
});

/** The drafts and the retired rules of all layers with files here, nearest first. */
function unservedIn({ parts }: ResolvedScope, idOf: typeof ruleId) {
  return [...parts.values()].flatMap(({ local }) =>
    ruleKinds.flatMap((kind) =>
      [...(local?.[kind] ?? [])].flatMap(([category, { unserved = [] }]) =>
        unserved.map((rule) => {
          const { text, origin, status } = rule;
          return { kind, category, id: idOf(kind, rule), text, origin, status };
        }),
      ),
    ),
  );
}

/** Tags of a scope that pages show, and characters of each: a master may list thousands, or megabytes. */
const mostTags = 50;
const maxTagLength = 200;

function shownTags(tags: Readonly<Record<string, string>>) {
  const all = Object.entries(tags);
  const shown = all
    .slice(0, mostTags)
    .map(([key, value]) => [cutText(key, maxTagLength), cutText(value, maxTagLength)]);
  return { tags: Object.fromEntries(shown), more_tags: all.length - shown.length };
}

/** What a scope is, and how much guidance it has. */
export function scopeData(scope: ResolvedScope) {
  const { name, metadata, sources, warnings, unavailable, descent } = scope;
  const { description, tags } = metadata;
  const rules = ruleKinds
    .flatMap((kind) => [...scope[kind].values()])
    .reduce((sum, category) => sum + category.rules.length, 0);
  const katas = [...scope.katas.values()].reduce((sum, category) => sum + category.katas.size, 0);
  const counts = { rules, katas, stories: scope.stories.size };
  return { name, description, ...shownTags(tags), ...descent, sources, counts, warnings, unavailable };
}
