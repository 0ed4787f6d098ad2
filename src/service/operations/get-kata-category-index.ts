import * as v from 'valibot';
import { inTurns } from '../../runtime/async/turns.ts';
import { kataIndexShape } from '../answers/shapes.ts';
import { defineScopeOperation } from '../operation.ts';
import { debug, scopeName } from './shapes/arguments.ts';

export const getKataCategoryIndex = defineScopeOperation({
  name: 'get_kata_category_index',
  title: 'Katas of a scope',
  description: 'All katas (step-by-step procedures), and when to follow each.',
  needs: [],
  input: v.strictObject({ scope_name: scopeName, debug }),
  output: kataIndexShape,
  http: { method: 'get', path: '/scopes/{scope_name}/katas/index', formats: ['json', 'markdown'] },
  madeFrom: 'scope',
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: {
    command: 'kata-index',
    positional: ['scope_name'],
    details:
      'The katas (step-by-step procedures) and when to follow each. "precept kata" has the steps of one.',
    format: 'markdown',
  },
  async run(_input, { service, ...work }) {
    const { answeringKataIndex } = await import('../answers/katas/kata-index.ts');
    return inTurns(answeringKataIndex(work, service.config.settings.default_category_description));
  },
  async texts() {
    const { kataIndexMarkdown } = await import('../answers/katas/kata-index.ts');
    return { markdown: kataIndexMarkdown };
  },
});
