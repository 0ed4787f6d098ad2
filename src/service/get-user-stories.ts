import * as v from 'valibot';
import { wantedStories } from '../guidance/stories/vision-filter.ts';
import { createAnswer } from './answer.ts';
import { scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { storiesShape } from './shapes.ts';
import { includeInactive, status, storiesNow, tags } from './tenka-arguments.ts';

export const getUserStories = defineOperation({
  name: 'get_user_stories',
  title: 'User stories',
  description: 'What the product is for: the user stories of a scope and whether they are validated.',
  input: v.strictObject({ scope_name: scopeName, status, include_inactive: includeInactive, tags }),
  output: storiesShape,
  http: { method: 'get', path: '/scopes/{scope_name}/tenka/stories', formats: ['markdown', 'json'] },
  mcp: { readOnly: true, idempotent: true },
  cli: { command: 'tenka stories', positional: ['scope_name'], format: 'markdown' },
  async run({ scope_name, ...filter }, service) {
    const scope = await service.scope(scope_name);
    const { stories, version } = await storiesNow(scope, service);
    return service.answer(scope, false, `stories ${version} ${JSON.stringify(filter)}`, async (texts) => {
      const { storiesJson, storiesMarkdown } = await import('../render/tenka-view.ts');
      const wanted = wantedStories(stories, { tags: undefined, ...filter });
      return createAnswer({
        json: () => storiesJson(scope, wanted, texts()),
        markdown: () => storiesMarkdown(scope, wanted, texts()),
      });
    });
  },
});
