import * as v from 'valibot';
import { inTurns } from '../../runtime/async/turns.ts';
import { categoryFilter } from '../answers/category-filter.ts';
import { kataListShape } from '../answers/shapes.ts';
import { defineScopeOperation } from '../operation.ts';
import { categories, debug, scopeName } from './shapes/arguments.ts';
import { parseCategories, parseCategoryFilter } from './shapes/category-arguments.ts';

export const getKatas = defineScopeOperation({
  name: 'get_katas',
  title: 'Kata names',
  description: 'Names of the katas by category.',
  needs: [],
  input: v.strictObject({ scope_name: scopeName, categories, debug }),
  output: kataListShape,
  http: { method: 'get', path: '/scopes/{scope_name}/katas', formats: ['json', 'markdown'] },
  madeFrom: 'scope',
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'katas', positional: ['scope_name'], format: 'markdown' },
  check: ({ categories: given }) => void parseCategoryFilter(given),
  async run(input, { scope }) {
    const { answeringKataList } = await import('../answers/katas/kata-index.ts');
    const asked = parseCategories(input.categories);
    return inTurns(answeringKataList(scope, categoryFilter(asked), asked));
  },
  async texts() {
    const { kataListMarkdown } = await import('../answers/katas/kata-index.ts');
    return { markdown: kataListMarkdown };
  },
});
