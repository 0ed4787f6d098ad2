import * as v from 'valibot';
import type { SettingValues } from '../../config/settings.ts';
import { detailTexts } from '../../guidance/rules/record/details.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { estimateLines, estimateTokens, formatTokens } from '../../model/text/tokens.ts';
import { inTurns } from '../../runtime/async/turns.ts';
import type { ShownPart } from '../../usage/usage-counter.ts';
import type { Answer } from '../answer.ts';
import { categoryFilter } from '../answers/category-filter.ts';
import type { RulesPresentation } from '../answers/rules/rules-view.ts';
import { rulesShape } from '../answers/shapes.ts';
import { seeksAnything } from '../finding/seeks-anything.ts';
import { type DataOf, defineScopeOperation } from '../operation.ts';
import type { Basis } from '../parts/basis.ts';
import { rulesSettings } from '../rules-settings.ts';
import { categories, debug, files, maxTokens, scopeName } from './shapes/arguments.ts';
import { parseCategories, parseCategoryFilter } from './shapes/category-arguments.ts';

/** What agents are told with the index, where the rules are too long for one answer; those of a single category never are. */
function tooLong(answer: Answer<unknown, RulesPresentation>, service: Basis): string | null {
  const limit = service.config.settings.rules_max_tokens;
  const tokens = estimateTokens(answer.text('markdown'));
  if (limit === 0 || tokens <= limit) return null;
  const found = ruleKinds
    .flatMap((kind) => answer.presentation[kind])
    .filter(({ rules }) => rules.length > 0);
  if (new Set(found.map(({ category }) => category)).size < 2) return null;
  return `These rules are about ${formatTokens(tokens)} tokens, too long for one answer. Their index follows: ask get_rules for fewer categories.\n\n`;
}

/** The categories with rules, each with the tokens of its texts; none where texts are given as written. */
function shownCategories(
  data: Pick<DataOf<typeof rulesShape>, 'commandments' | 'suggestions'>,
  { debug: raw }: { readonly debug: boolean },
  { rules_details: shown }: Pick<SettingValues, 'rules_details'>,
): ShownPart[] {
  if (raw) return [];
  const texts = new Map<string, string[]>();
  for (const kind of ruleKinds) {
    for (const [category, own] of Object.entries(data[kind]))
      if (own.rules.length > 0)
        texts.set(category, [
          ...(texts.get(category) ?? []),
          ...own.rules,
          ...(own.details ?? []).flatMap((details) => detailTexts(details, shown)),
        ]);
  }
  return [...texts].map(([category, rules]) => ({ category, tokens: estimateLines(rules) }));
}

export const getRules = defineScopeOperation({
  name: 'get_rules',
  title: 'Rules of a scope',
  description:
    'The rules to follow: MUST is mandatory, SHOULD advice. For categories that find_guidance names, or a task and files; names the others.',
  needs: ['authorship', 'feedback', 'finders'],
  input: v.strictObject({
    scope_name: scopeName,
    categories,
    task: v.optional(v.string()),
    files,
    max_tokens: maxTokens,
    debug,
    places: v.optional(
      v.pipe(v.boolean(), v.description('Say where each rule is written, and who wrote it by git')),
    ),
  }),
  output: rulesShape,
  http: { method: 'get', path: '/scopes/{scope_name}/rules', formats: ['json', 'markdown', 'yaml'] },
  madeFrom: 'scope',
  mcp: {
    hide: ['debug', 'places'],
    readOnly: true,
    idempotent: true,
    alwaysLoad: true,
    mayBeLong: true,
    instead: { operation: 'get_category_index', note: tooLong },
  },
  cli: {
    command: 'rules',
    positional: ['scope_name'],
    details:
      'The rules to follow: MUST is mandatory, SHOULD advice. "precept find" and "precept index" name the categories.',
    format: 'markdown',
    isNothing: (_, { isUnknown }) => isUnknown,
  },
  shows: shownCategories,
  check: ({ categories: given }) => void parseCategoryFilter(given),
  // What fits may change with what is reported.
  isKept: ({ task, files: about }) => !seeksAnything({ task, files: about }),
  async run(input, work) {
    const { scope, texts, service } = work;
    const { answeringRules } = await import('../answers/rules/rules-answer.ts');
    const asked = parseCategories(input.categories);
    if (seeksAnything(input) || input.max_tokens !== undefined) {
      const { chooseRules } = await import('../finding/choose-rules.ts');
      return chooseRules(input, asked, work);
    }
    return inTurns(answeringRules(scope, categoryFilter(asked), texts, rulesSettings(service.config), asked));
  },
  async complete(outcome, { places }, service) {
    if (!places) return outcome;
    const { withPlaces } = await import('../explain/rule-places.ts');
    return withPlaces(outcome, await service.authorship());
  },
  async texts() {
    const [{ rulesMarkdown }, { rulesYaml }] = await Promise.all([
      import('../answers/rules/rules-markdown.ts'),
      import('../answers/rules/rules-yaml.ts'),
    ]);
    return { markdown: rulesMarkdown, yaml: rulesYaml };
  },
});
