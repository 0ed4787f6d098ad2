import * as v from 'valibot';
import { doubtOf } from '../answers/doubt.ts';
import { validationShape } from '../answers/shapes.ts';
import { wantedValidation } from '../answers/vision/vision-filter.ts';
import { defineScopeOperation } from '../operation.ts';
import { scopeName } from './shapes/arguments.ts';
import { readRefs } from './shapes/ref-arguments.ts';
import { automation, status, storiesNow } from './shapes/tenka-arguments.ts';

export const getValidationStatus = defineScopeOperation({
  name: 'get_validation_status',
  title: 'Validation status',
  description: 'Whether tests and sign-offs prove the acceptance criteria.',
  needs: ['results'],
  input: v.strictObject({
    scope_name: scopeName,
    acs: v.optional(v.pipe(v.string(), v.description('AC1.1,AC1.2'))),
    passing: status,
    automation,
  }),
  output: validationShape,
  http: { method: 'get', path: '/scopes/{scope_name}/tenka/validation', formats: ['markdown', 'json'] },
  madeFrom: 'scope and results',
  mcp: { readOnly: true, idempotent: true, onlyWith: 'vision' },
  cli: { command: 'tenka validation', positional: ['scope_name'], format: 'markdown' },
  async run({ acs: refs, ...filter }, { scope, service }) {
    const stories = await storiesNow(scope, service);
    const known = new Set(stories.flatMap((story) => story.acs.map(({ ac }) => ac.ref)));
    const named = refs === undefined ? null : readRefs(refs, 'ac', known, doubtOf(scope));
    const acs = wantedValidation(stories, { ...filter, acs: named });
    const { validationData } = await import('../answers/vision/tenka-view.ts');
    return { data: validationData(scope, acs), presentation: null };
  },
  async texts() {
    const { validationMarkdown } = await import('../answers/vision/tenka-view.ts');
    return { markdown: validationMarkdown };
  },
});
