import * as v from 'valibot';
import { wantedValidation } from '../guidance/stories/vision-filter.ts';
import { createAnswer } from './answer.ts';
import { scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { validationShape } from './shapes.ts';
import { automation, status, storiesNow } from './tenka-arguments.ts';

export const getValidationStatus = defineOperation({
  name: 'get_validation_status',
  title: 'Validation status',
  description: 'Whether tests and sign-offs prove the acceptance criteria of a scope, check by check.',
  input: v.strictObject({
    scope_name: scopeName,
    acs: v.optional(v.pipe(v.string(), v.description('Comma-separated refs, like AC1.1'))),
    passing: status,
    automation,
  }),
  output: validationShape,
  http: { method: 'get', path: '/scopes/{scope_name}/tenka/validation', formats: ['markdown', 'json'] },
  mcp: { readOnly: true, idempotent: true },
  cli: { command: 'tenka validation', positional: ['scope_name'], format: 'markdown' },
  async run({ scope_name, ...filter }, service) {
    const scope = await service.scope(scope_name);
    const { stories, version } = await storiesNow(scope, service);
    const wanted = wantedValidation(stories, { acs: undefined, ...filter });
    return service.answer(scope, false, `validation ${version} ${JSON.stringify(filter)}`, async () => {
      const { validationJson, validationMarkdown } = await import('../render/tenka-view.ts');
      return createAnswer({
        json: () => validationJson(scope, wanted),
        markdown: () => validationMarkdown(scope, wanted),
      });
    });
  },
});
