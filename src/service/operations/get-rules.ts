import * as v from 'valibot';
import { defineScopeOperation } from '../operation.ts';
import { categories, debug, scopeName } from './arguments.ts';
import { parseCategoryFilter } from './category-arguments.ts';
import { rulesShape } from './shapes.ts';

export const getRules = defineScopeOperation({
  name: 'get_rules',
  title: 'Rules of a scope',
  description:
    'The rules to follow in a scope: MUST are mandatory, SHOULD advisory. Read get_category_index first and ask only for the categories that fit the task.',
  input: v.strictObject({ scope_name: scopeName, categories, debug }),
  output: rulesShape,
  http: { method: 'get', path: '/scopes/{scope_name}/rules', formats: ['json', 'markdown', 'yaml'] },
  madeFrom: 'scope',
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'rules', positional: ['scope_name'], format: 'markdown' },
  check: ({ categories: given }) => void parseCategoryFilter(given),
  async run(input, { scope, texts, service }) {
    const { rulesAnswer } = await import('../../guidance/rules/rules-answer.ts');
    return rulesAnswer(scope, parseCategoryFilter(input.categories), texts, service.config.settings);
  },
  async texts() {
    const [{ rulesMarkdown }, { rulesYaml }] = await Promise.all([
      import('../../guidance/rules/rules-markdown.ts'),
      import('../../guidance/rules/rules-yaml.ts'),
    ]);
    return { markdown: rulesMarkdown, yaml: rulesYaml };
  },
});
