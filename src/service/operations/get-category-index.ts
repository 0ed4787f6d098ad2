import * as v from 'valibot';
import { inTurns } from '../../runtime/async/turns.ts';
import { indexShape } from '../answers/shapes.ts';
import { ask } from '../ask.ts';
import { defineScopeOperation } from '../operation.ts';
import { rulesSettings } from '../rules-settings.ts';
import { getRules } from './get-rules.ts';
import { categories, debug, scopeName } from './shapes/arguments.ts';
import { parseCategories } from './shapes/category-arguments.ts';

export const getCategoryIndex = defineScopeOperation({
  name: 'get_category_index',
  title: 'Rule categories of a scope',
  description: 'Every category of rules, when each applies, and its katas. Needless after a search by task.',
  needs: ['answers', 'scope', ...getRules.needs],
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
  async run({ scope_name, categories: given, debug: raw }, { service, ...work }) {
    const { answeringIndex } = await import('../answers/index/index-answer.ts');
    // Asked for as agents do, who have just had it or are about to.
    const all = await ask(getRules, { scope_name, debug: raw }, service);
    return inTurns(answeringIndex(work, parseCategories(given), all, rulesSettings(service.config)));
  },
  async texts() {
    const { indexMarkdown } = await import('../answers/index/index-markdown.ts');
    return { markdown: indexMarkdown };
  },
});
