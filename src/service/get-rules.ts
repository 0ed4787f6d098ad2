import * as v from 'valibot';
import { parseCategoryFilter } from '../resolve/category-filter.ts';
import { createAnswer } from './answer.ts';
import { categories, debug, scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { rulesShape } from './shapes.ts';

export const getRules = defineOperation({
  name: 'get_rules',
  title: 'Rules of a scope',
  description:
    'The rules to follow in a scope: MUST are mandatory, SHOULD advisory. Read get_category_index first and ask only for the categories that fit the task.',
  input: v.strictObject({ scope_name: scopeName, categories, debug }),
  output: rulesShape,
  http: { method: 'get', path: '/scopes/{scope_name}/rules', formats: ['json', 'markdown', 'yaml'] },
  fromScopeAlone: true,
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'rules', positional: ['scope_name'], format: 'markdown' },
  async run(input, service) {
    const wanted = parseCategoryFilter(input.categories);
    const scope = await service.scope(input.scope_name);
    return service.answer(scope, input.debug, `rules ${input.categories ?? ''}`, async (texts) => {
      const [{ rulesView }, { rulesJson }, { rulesMarkdown }, { rulesYaml }] = await Promise.all([
        import('../render/rules-view.ts'),
        import('../render/rules-json.ts'),
        import('../render/rules-markdown.ts'),
        import('../render/rules-yaml.ts'),
      ]);
      const { settings } = service.config;
      const view = (renderer = texts()) =>
        rulesView(scope, wanted, renderer, settings.default_category_description);
      return createAnswer({
        json: () => rulesJson(view()),
        yaml: () => rulesYaml(view()),
        markdown() {
          const renderer = texts();
          return rulesMarkdown(view(renderer), renderer, settings);
        },
      });
    });
  },
});
