import * as v from 'valibot';
import { wantedAcs } from '../guidance/stories/vision-filter.ts';
import { createAnswer } from './answer.ts';
import { scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { acsShape } from './shapes.ts';
import { includeInactive, status, storiesNow, tags } from './tenka-arguments.ts';

export const getAcceptanceCriteria = defineOperation({
  name: 'get_acceptance_criteria',
  title: 'Acceptance criteria',
  description: 'What must hold: the acceptance criteria of a scope, or of some of its stories.',
  input: v.strictObject({
    scope_name: scopeName,
    stories: v.optional(v.pipe(v.string(), v.description('Comma-separated story ids, like US1,US2'))),
    status,
    include_inactive: includeInactive,
    tags,
  }),
  output: acsShape,
  http: { method: 'get', path: '/scopes/{scope_name}/tenka/acs', formats: ['markdown', 'json'] },
  mcp: { readOnly: true, idempotent: true },
  cli: { command: 'tenka acs', positional: ['scope_name'], format: 'markdown' },
  async run({ scope_name, ...filter }, service) {
    const scope = await service.scope(scope_name);
    const { stories, version } = await storiesNow(scope, service);
    const wanted = wantedAcs(stories, { stories: undefined, tags: undefined, ...filter });
    return service.answer(scope, false, `acs ${version} ${JSON.stringify(filter)}`, async (texts) => {
      const { acsJson, acsMarkdown } = await import('../render/tenka-view.ts');
      return createAnswer({
        json: () => acsJson(scope, wanted, texts()),
        markdown: () => acsMarkdown(scope, wanted, texts()),
      });
    });
  },
});
