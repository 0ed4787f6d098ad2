import * as v from 'valibot';
import type { CheckResult } from '../../guidance/stories/story.ts';
import { historyShape } from '../answers/shapes.ts';
import { defineOperation } from '../operation.ts';
import type { Service } from '../service.ts';
import { readRefs } from './shapes/ref-arguments.ts';

export const getTenkaHistory = defineOperation({
  name: 'get_tenka_history',
  title: 'Results of an acceptance criterion over time',
  description: 'Every imported test result of the checks of one acceptance criterion, oldest first.',
  needs: ['resultStore', 'scope'],
  input: v.strictObject({
    ac: v.pipe(v.string(), v.description('Ref of the acceptance criterion, like AC1.1')),
    scope: v.optional(v.pipe(v.string(), v.description('The scope that has it; all scopes when left out'))),
  }),
  output: historyShape,
  http: null,
  mcp: null,
  cli: { command: 'tenka history', positional: ['ac'], format: 'markdown' },
  async run({ ac, scope }, service) {
    const results =
      scope === undefined ? await inAnyScope(ac, service) : await resultsInScope(ac, scope, service);
    const { historyData } = await import('../answers/vision/tenka-view.ts');
    return { data: historyData(ac, results), presentation: null };
  },
  async texts() {
    const { historyMarkdown } = await import('../answers/vision/tenka-view.ts');
    return { markdown: historyMarkdown };
  },
});

/** The results of the scope that the story comes from; of a master's story, the latest that the master has reported. */
export async function resultsInScope(
  ac: string,
  scope: string,
  service: Pick<Service, 'resultStore' | 'scope'>,
): Promise<CheckResult[]> {
  const { stories } = await service.scope(scope);
  const story = [...stories.values()].find(({ acs }) => acs.has(ac));
  const { server, scope: from } = story?.origin ?? { server: 'local', scope };
  if (story !== undefined && server !== 'local') {
    return [...story.results.values()].filter((result) => result.ac === ac);
  }
  const results = await logged(ac, service, from);
  // What has left the stories keeps its history.
  if (story === undefined && results.length === 0) {
    readRefs(ac, 'ac', new Set([...stories.values()].flatMap(({ acs }) => [...acs.keys()])));
  }
  return results;
}

async function inAnyScope(
  ac: string,
  service: Pick<Service, 'config' | 'resultStore'>,
): Promise<CheckResult[]> {
  const results = await logged(ac, service);
  if (results.length > 0) return results;
  const { readLocalVisions } = await import('../../guidance/stories/results/local-checks.ts');
  const { rulesPath } = service.config;
  const { visions } = rulesPath === null ? { visions: [] } : await readLocalVisions(rulesPath);
  const stories = visions.flatMap((vision) => vision.stories);
  readRefs(ac, 'ac', new Set(stories.flatMap(({ acs }) => [...acs.keys()])));
  return results;
}

async function logged(
  ac: string,
  service: Pick<Service, 'resultStore'>,
  scope?: string,
): Promise<CheckResult[]> {
  const found: CheckResult[] = [];
  for await (const result of (await service.resultStore()).history(ac)) {
    if (scope === undefined || result.scope === scope) found.push(result);
  }
  return found;
}
