import * as v from 'valibot';
import { defineScopeOperation } from '../operation.ts';
import { debug, scopeName } from './arguments.ts';
import { indexShape } from './shapes.ts';

export const getCategoryIndex = defineScopeOperation({
  name: 'get_category_index',
  title: 'Rule categories of a scope',
  description:
    'The rule categories of a scope and when each applies. Read this first, then get_rules for those that fit.',
  input: v.strictObject({ scope_name: scopeName, debug }),
  output: indexShape,
  http: { method: 'get', path: '/scopes/{scope_name}/index', formats: ['json', 'markdown'] },
  madeFrom: 'scope',
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'index', positional: ['scope_name'], format: 'markdown' },
  async run(_input, { scope, texts, service }) {
    const { indexAnswer } = await import('../../guidance/rules/index-view.ts');
    return indexAnswer(scope, texts, service.config.settings);
  },
  async texts() {
    const { indexMarkdown } = await import('../../guidance/rules/index-view.ts');
    return { markdown: indexMarkdown };
  },
});
