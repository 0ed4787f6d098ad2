import * as v from 'valibot';
import { createAnswer } from './answer.ts';
import { debug, scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { indexShape } from './shapes.ts';

export const getCategoryIndex = defineOperation({
  name: 'get_category_index',
  title: 'Rule categories of a scope',
  description:
    'The rule categories of a scope and when each applies. Read this first, then get_rules for those that fit.',
  input: v.strictObject({ scope_name: scopeName, debug }),
  output: indexShape,
  http: { method: 'get', path: '/scopes/{scope_name}/index', formats: ['json', 'markdown'] },
  fromScopeAlone: true,
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'index', positional: ['scope_name'], format: 'markdown' },
  async run(input, service) {
    const scope = await service.scope(input.scope_name);
    return service.answer(scope, input.debug, 'index', async (texts) => {
      const { indexJson, indexMarkdown, indexView } = await import('../render/index-view.ts');
      const { settings } = service.config;
      return createAnswer({
        json() {
          const renderer = texts();
          return indexJson(indexView(scope, renderer, settings.default_category_description), renderer);
        },
        markdown() {
          const renderer = texts();
          return indexMarkdown(
            indexView(scope, renderer, settings.default_category_description),
            renderer,
            settings,
          );
        },
      });
    });
  },
});
