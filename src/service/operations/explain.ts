import * as v from 'valibot';
import { templateVariables } from '../../config/template-variables.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import type { Author, CategoryContext } from '../../render/text-renderer.ts';
import { explainShape } from '../explain/explain-shape.ts';
import { defineScopeOperation } from '../operation.ts';
import type { Basis } from '../parts/basis.ts';
import { categories, scopeName } from './shapes/arguments.ts';
import { parseCategoryFilter } from './shapes/category-arguments.ts';

const maxLength = 10_000;

export const explain = defineScopeOperation({
  name: 'explain',
  title: 'Why a rule is served, or not',
  description:
    'What became of each rule, kata or story of that name or text in every layer of a scope: served, replaced, the same as another, not rendered.',
  needs: ['authorship', 'masterWords'],
  input: v.strictObject({
    scope_name: scopeName,
    of: v.pipe(
      v.string(),
      v.regex(/\S/, 'must name a category, a kata, a story, an id of a rule, or a text'),
      v.maxLength(maxLength, `is longer than ${maxLength} characters`),
      v.description('Category, kata, story, id of a rule, or a text'),
    ),
    categories,
  }),
  output: explainShape,
  madeFrom: 'scope',
  http: { method: 'get', path: '/scopes/{scope_name}/explain', formats: ['json', 'markdown'] },
  mcp: null,
  cli: {
    command: 'explain',
    positional: ['scope_name', 'of'],
    format: 'markdown',
    isNothing: ({ found }) => !found,
  },
  check: ({ categories: given }) => void parseCategoryFilter(given),
  async run({ of, categories: given }, { scope, aside, service }) {
    const [{ explainScope }, contexts] = await Promise.all([
      import('../explain/explain-scope.ts'),
      contextsOf(scope, service),
    ]);
    const fallbackWhen = service.config.settings.default_category_description;
    return explainScope(scope, of, parseCategoryFilter(given), {
      aside,
      fallbackWhen,
      ...contexts,
    });
  },
  async complete({ data, presentation }, _input, service) {
    const { withAuthorship } = await import('../explain/explained-authors.ts');
    const [explained, masters] = await Promise.all([
      service.authorship().then((authors) => withAuthorship(data, authors)),
      service.masterWords(presentation.questions),
    ]);
    const found = data.found || masters.some(({ matches }) => matches.length > 0);
    return { data: { ...explained, found, ...(masters.length > 0 && { masters }) }, presentation };
  },
  async texts() {
    const { explanationMarkdown } = await import('../explain/explain-markdown.ts');
    return { markdown: (data) => explanationMarkdown(data) };
  },
});

/** What templates of a scope see, and where it comes from. */
async function contextsOf(scope: ResolvedScope, { config, plugins }: Basis) {
  const [{ templateContext }, { createOriginOf }, { createSourceOf }, plugin] = await Promise.all([
    import('../../guidance/resolve/template-context.ts'),
    import('../../guidance/resolve/text-authors.ts'),
    import('../explain/context-view.ts'),
    plugins.context(scope),
  ]);
  const variables = templateVariables(config);
  const originOf = createOriginOf(scope);
  const ofMasters = templateContext(variables, scope, plugin.values);
  const ofLocal = templateContext(variables, scope, plugin.values, scope.localTexts?.tags);
  return {
    context: (author: Author, category: CategoryContext | null) => ({
      ...(author.server === 'local' ? ofLocal : ofMasters),
      origin: { ...originOf(author) },
      ...(category !== null && { category: { ...category }, ...plugin.values }),
    }),
    sourceOf: createSourceOf(config, plugin.sources),
  };
}
