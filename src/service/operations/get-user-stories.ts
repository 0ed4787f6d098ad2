import * as v from 'valibot';
import { storiesShape } from '../answers/shapes.ts';
import { wantedStories } from '../answers/vision/vision-filter.ts';
import { defineScopeOperation } from '../operation.ts';
import { scopeName } from './shapes/arguments.ts';
import { readTags } from './shapes/ref-arguments.ts';
import { includeInactive, status, storiesNow, tags } from './shapes/tenka-arguments.ts';

export const getUserStories = defineScopeOperation({
  name: 'get_user_stories',
  title: 'User stories',
  description: 'User stories, and which are validated. Only for work on a story.',
  needs: ['results'],
  input: v.strictObject({ scope_name: scopeName, status, include_inactive: includeInactive, tags }),
  output: storiesShape,
  http: { method: 'get', path: '/scopes/{scope_name}/tenka/stories', formats: ['markdown', 'json'] },
  madeFrom: 'scope and results',
  mcp: { readOnly: true, idempotent: true, onlyWith: 'vision' },
  cli: {
    command: 'tenka stories',
    positional: ['scope_name'],
    format: 'markdown',
  },
  async run({ tags: given, ...filter }, { scope, texts, service }) {
    const all = await storiesNow(scope, service);
    const stories = wantedStories(all, { ...filter, tags: readTags(given) });
    const { storiesAnswer } = await import('../answers/vision/tenka-view.ts');
    return storiesAnswer(scope, stories, texts);
  },
  async texts() {
    const { storiesMarkdown } = await import('../answers/vision/tenka-view.ts');
    return { markdown: storiesMarkdown };
  },
});
