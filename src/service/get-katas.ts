import * as v from 'valibot';
import { parseCategoryFilter } from '../resolve/category-filter.ts';
import { createAnswer } from './answer.ts';
import { categories, debug, scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { kataListShape } from './shapes.ts';

export const getKatas = defineOperation({
  name: 'get_katas',
  title: 'Kata names',
  description: 'Names of the katas of a scope by category, without their triggers.',
  input: v.strictObject({ scope_name: scopeName, categories, debug }),
  output: kataListShape,
  http: { method: 'get', path: '/scopes/{scope_name}/katas', formats: ['json', 'markdown'] },
  fromScopeAlone: true,
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'katas', positional: ['scope_name'], format: 'markdown' },
  async run(input, service) {
    const wanted = parseCategoryFilter(input.categories);
    const scope = await service.scope(input.scope_name);
    return service.answer(scope, input.debug, `katas ${input.categories ?? ''}`, async () => {
      const { kataListJson, kataListMarkdown } = await import('../render/kata-index.ts');
      return createAnswer({
        json: () => kataListJson(scope, wanted),
        markdown: () => kataListMarkdown(scope, wanted),
      });
    });
  },
});
