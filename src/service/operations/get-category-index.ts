import * as v from 'valibot';
import { inTurns } from '../../runtime/turns.ts';
import { defineScopeOperation } from '../operation.ts';
import { categories, debug, scopeName } from './arguments.ts';
import { parseCategories } from './category-arguments.ts';
import { indexShape } from './shapes.ts';

export const getCategoryIndex = defineScopeOperation({
  name: 'get_category_index',
  title: 'Rule categories of a scope',
  description:
    'Every category of rules, when each applies, and its katas. Read it once per task, or use find_guidance.',
  input: v.strictObject({ scope_name: scopeName, categories, debug }),
  output: indexShape,
  http: { method: 'get', path: '/scopes/{scope_name}/index', formats: ['json', 'markdown'] },
  madeFrom: 'scope',
  mcp: { hide: ['debug'], readOnly: true, idempotent: true, alwaysLoad: true },
  cli: {
    command: 'index',
    positional: ['scope_name'],
    details:
      'Every category of rules, when each applies, and its katas. "precept find" names those that fit a task, "precept rules" has their rules.',
    format: 'markdown',
  },
  check: ({ categories: given }) => void parseCategories(given),
  async run(input, { service, ...work }) {
    const { answeringIndex } = await import('../../guidance/index/index-answer.ts');
    return inTurns(answeringIndex(work, parseCategories(input.categories), service.config.settings));
  },
  async texts() {
    const { indexMarkdown } = await import('../../guidance/index/index-markdown.ts');
    return { markdown: indexMarkdown };
  },
});
