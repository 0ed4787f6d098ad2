import * as v from 'valibot';
import { estimateTokens } from '../../model/text/tokens.ts';
import { findKata } from '../answers/katas/find-kata.ts';
import { kataShape } from '../answers/shapes.ts';
import { defineScopeOperation } from '../operation.ts';
import { debug, scopeName } from './shapes/arguments.ts';
import { parseCategory } from './shapes/category-arguments.ts';

export const getKata = defineScopeOperation({
  name: 'get_kata',
  title: 'A kata',
  description: 'The steps of one kata, to follow in order.',
  needs: ['masterFile', 'scope'],
  input: v.strictObject({
    kata_name: v.pipe(v.string(), v.description('As an index names it')),
    scope_name: scopeName,
    category: v.optional(v.pipe(v.string(), v.description('If several have that name'))),
    debug,
  }),
  output: kataShape,
  http: {
    method: 'get',
    path: '/scopes/{scope_name}/katas/{kata_name}',
    formats: ['markdown', 'json', 'mermaid'],
  },
  madeFrom: 'scope',
  keepsFailing: true,
  mcp: { hide: ['debug'], readOnly: true, idempotent: true, mayBeLong: true },
  cli: { command: 'kata', positional: ['scope_name', 'kata_name'], format: 'markdown' },
  shows: ({ name, category, procedure }, { debug: raw }) =>
    raw ? [] : [{ category, kata: name, tokens: estimateTokens(procedure) }],
  async run({ kata_name, category }, { scope, texts, service }) {
    // What no dot path can name is found by its very name: an author may have given a category any key.
    const known = category !== undefined && scope.katas.has(category);
    const found = findKata(scope, kata_name, known ? category : parseCategory(category));
    const { kataAnswer } = await import('../answers/katas/kata-view.ts');
    return kataAnswer(scope, found, texts, service.config.settings.default_category_description);
  },
  async complete(outcome, { scope_name }, service) {
    const { name, category } = outcome.data;
    const kata = (await service.scope(scope_name)).katas.get(category)?.katas.get(name);
    if (kata === undefined || kata.files.size === 0) return outcome;
    const { loadKataFiles } = await import('../tasks/skills/kata-files.ts');
    const loaded = await loadKataFiles(service, { category, kata });
    const files = loaded.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
    const presentation = { ...outcome.presentation, keepsFiles: !service.config.settings.skills };
    return { data: { ...outcome.data, files }, presentation };
  },
  async texts() {
    const { kataMarkdown, kataMermaid } = await import('../answers/katas/kata-view.ts');
    return { markdown: kataMarkdown, mermaid: kataMermaid };
  },
});
