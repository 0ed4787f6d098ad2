import * as v from 'valibot';
import { createAnswer } from './answer.ts';
import { debug, scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { kataIndexShape } from './shapes.ts';

export const getKataCategoryIndex = defineOperation({
  name: 'get_kata_category_index',
  title: 'Katas of a scope',
  description:
    'The katas (step-by-step procedures) of a scope by category, and when to follow each. Then get_kata by name.',
  input: v.strictObject({ scope_name: scopeName, debug }),
  output: kataIndexShape,
  http: { method: 'get', path: '/scopes/{scope_name}/katas/index', formats: ['json', 'markdown'] },
  fromScopeAlone: true,
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'kata-index', positional: ['scope_name'], format: 'markdown' },
  async run(input, service) {
    const scope = await service.scope(input.scope_name);
    return service.answer(scope, input.debug, 'kata index', async (texts) => {
      const { kataIndexEntries, kataIndexJson, kataIndexMarkdown } = await import('../render/kata-index.ts');
      const fallback = service.config.settings.default_category_description;
      return createAnswer({
        json() {
          const renderer = texts();
          return kataIndexJson(scope, kataIndexEntries(scope, renderer, fallback), renderer);
        },
        markdown() {
          const renderer = texts();
          return kataIndexMarkdown(scope, kataIndexEntries(scope, renderer, fallback), renderer);
        },
      });
    });
  },
});
