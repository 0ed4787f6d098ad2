import * as v from 'valibot';
import { keptReportSchema } from '../../eval/report/kept-reports.ts';
import { defineOperation } from '../../operation.ts';
import { scopeName } from '../shapes/arguments.ts';

/** The evaluations of a scope that were run in the checkout of this server, the latest first. */
export const exploreEvals = defineOperation({
  name: 'explore_evals',
  title: 'Evaluations of a scope',
  description: 'The kept evaluations of a scope, with the verdicts of its rules.',
  needs: ['scope'],
  input: v.strictObject({ scope_name: scopeName }),
  output: v.object({ scope_name: v.string(), reports: v.array(keptReportSchema) }),
  http: null,
  mcp: null,
  cli: null,
  async run({ scope_name }, service) {
    const { name } = await service.scope(scope_name);
    const { keptReports } = await import('../../eval/report/kept-reports.ts');
    return {
      data: { scope_name: name, reports: [...(await keptReports(service.config, name))] },
      presentation: null,
    };
  },
});
