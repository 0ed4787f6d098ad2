import * as v from 'valibot';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { Results } from '../../guidance/stories/results/result-log.ts';
import { type CheckResult, checkKey } from '../../guidance/stories/story.ts';
import { defineScopeOperation } from '../operation.ts';
import { scopeName } from './arguments.ts';
import { bundleShape } from './shapes.ts';

export const getBundle = defineScopeOperation({
  name: 'get_bundle',
  title: 'A scope as a bundle',
  description:
    'Everything of a scope, raw and with its inheritance applied: what another Precept server merges.',
  input: v.strictObject({ scope_name: scopeName }),
  output: bundleShape,
  http: { method: 'get', path: '/scopes/{scope_name}/bundle', formats: ['json'] },
  madeFrom: 'scope and results',
  asWritten: true,
  mcp: null,
  cli: null,
  async run(_input, { scope, service }) {
    const { bundleJson } = await import('../../render/bundle.ts');
    return { data: bundleJson(scope, resultsOf(scope, await service.results())), presentation: null };
  },
});

/** The latest results of the automated checks of a scope's stories: imported here, or told by the story's master. */
function resultsOf(scope: ResolvedScope, results: Results): CheckResult[] {
  return [...scope.stories.values()].flatMap(({ origin, acs }) =>
    [...acs.values()].flatMap(({ ref, checks }) =>
      checks.flatMap(({ kind, text }) => {
        if (kind !== 'automated') return [];
        const found =
          origin.server === 'local'
            ? results.latest(origin.scope, ref, text)
            : scope.remoteResults.get(checkKey(origin.scope, ref, text));
        return found === undefined ? [] : [found];
      }),
    ),
  );
}
