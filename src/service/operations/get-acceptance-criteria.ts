import * as v from 'valibot';
import { doubtOf } from '../answers/doubt.ts';
import { acsShape } from '../answers/shapes.ts';
import { wantedAcs } from '../answers/vision/vision-filter.ts';
import { defineScopeOperation } from '../operation.ts';
import { scopeName } from './shapes/arguments.ts';
import { readRefs, readTags } from './shapes/ref-arguments.ts';
import { includeInactive, status, storiesNow, tags } from './shapes/tenka-arguments.ts';

export const getAcceptanceCriteria = defineScopeOperation({
  name: 'get_acceptance_criteria',
  title: 'Acceptance criteria',
  description: 'Acceptance criteria of stories. Only for work on a story.',
  needs: ['results'],
  input: v.strictObject({
    scope_name: scopeName,
    stories: v.optional(v.pipe(v.string(), v.description('US1,US2'))),
    status,
    include_inactive: includeInactive,
    tags,
  }),
  output: acsShape,
  http: { method: 'get', path: '/scopes/{scope_name}/tenka/acs', formats: ['markdown', 'json'] },
  madeFrom: 'scope and results',
  mcp: { readOnly: true, idempotent: true, onlyWith: 'vision' },
  cli: {
    command: 'tenka acs',
    positional: ['scope_name'],
    format: 'markdown',
  },
  async run({ stories: ids, tags: given, ...filter }, { scope, texts, service }) {
    const all = await storiesNow(scope, service);
    const known = new Set(all.map(({ story }) => story.id));
    const stories = ids === undefined ? null : readRefs(ids, 'story', known, doubtOf(scope));
    const acs = wantedAcs(all, { ...filter, stories, tags: readTags(given) });
    const { acsAnswer } = await import('../answers/vision/tenka-view.ts');
    return acsAnswer(scope, acs, texts);
  },
  async texts() {
    const { acsMarkdown } = await import('../answers/vision/tenka-view.ts');
    return { markdown: acsMarkdown };
  },
});
