import * as v from 'valibot';
import { checkStates } from '../../../guidance/stories/story.ts';
import { defineScopeOperation } from '../../operation.ts';
import { resultsInScope } from '../get-tenka-history.ts';
import { scopeName } from '../shapes/arguments.ts';

/** Results of one criterion that are given; of more the newest. */
const maxResults = 1000;

/** Every imported result of the checks of one acceptance criterion, with its state and why it failed, oldest first. */
export const exploreHistory = defineScopeOperation({
  name: 'explore_history',
  title: 'Results of an acceptance criterion over time, with states',
  description: 'Every imported test result of the checks of one acceptance criterion, oldest first.',
  needs: ['results', 'resultStore', 'scope'],
  input: v.strictObject({ scope_name: scopeName, ac: v.string() }),
  output: v.object({
    scope_name: v.string(),
    ac: v.string(),
    /** Older ones that are left out. */
    older: v.number(),
    results: v.array(
      v.object({
        timestamp: v.string(),
        check: v.string(),
        state: v.picklist(checkStates),
        source: v.string(),
        message: v.nullable(v.string()),
      }),
    ),
  }),
  madeFrom: 'scope and results',
  http: null,
  mcp: null,
  cli: null,
  async run({ ac }, { scope, service }) {
    const all = await resultsInScope(ac, scope.name, service);
    const results = all.slice(-maxResults).map(({ timestamp, check, passed, state, source, message }) => ({
      timestamp,
      check,
      state: state ?? (passed ? ('passed' as const) : ('failed' as const)),
      source,
      message: message ?? null,
    }));
    const data = { scope_name: scope.name, ac, older: all.length - results.length, results };
    return { data, presentation: null };
  },
});
