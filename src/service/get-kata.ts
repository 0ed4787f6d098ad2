import * as v from 'valibot';
import { findKata } from '../guidance/katas/find-kata.ts';
import type { TextRenderer } from '../render/text-renderer.ts';
import { parseCategory } from '../resolve/category-filter.ts';
import { createAnswer } from './answer.ts';
import { debug, scopeName } from './arguments.ts';
import { defineOperation } from './operation.ts';
import { kataShape } from './shapes.ts';

export const getKata = defineOperation({
  name: 'get_kata',
  title: 'A kata',
  description: 'The steps of one kata, to follow in order.',
  input: v.strictObject({
    kata_name: v.pipe(v.string(), v.description('As get_kata_category_index names it')),
    scope_name: scopeName,
    category: v.optional(v.pipe(v.string(), v.description('Needed where several categories have that name'))),
    debug,
  }),
  output: kataShape,
  http: {
    method: 'get',
    path: '/scopes/{scope_name}/katas/{kata_name}',
    formats: ['markdown', 'json', 'mermaid'],
  },
  fromScopeAlone: true,
  mcp: { hide: ['debug'], readOnly: true, idempotent: true },
  cli: { command: 'kata', positional: ['scope_name', 'kata_name'], format: 'markdown' },
  async run({ scope_name, kata_name, category, debug: raw }, service) {
    const scope = await service.scope(scope_name);
    // What no dot path can name is found by its very name: an author may have given a category any key.
    const known = category !== undefined && scope.katas.has(category);
    const found = findKata(scope, kata_name, known ? category : parseCategory(category));
    return service.answer(scope, raw, `kata ${found.category}/${kata_name}`, async (texts) => {
      const { kataJson, kataMermaid, kataView } = await import('../render/kata-view.ts');
      const fallback = service.config.settings.default_category_description;
      const view = (renderer: TextRenderer) => kataView(scope, found, renderer, fallback);
      return createAnswer({
        json() {
          const renderer = texts();
          return kataJson(view(renderer), scope, renderer);
        },
        markdown: () => `${view(texts()).procedure.trimEnd()}\n`,
        mermaid() {
          const renderer = texts();
          return kataMermaid(view(renderer), renderer);
        },
      });
    });
  },
});
