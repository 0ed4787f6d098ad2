import { checksOf } from '../../../guidance/rules/record/details.ts';
import { checksServer, ruleKinds } from '../../../guidance/rules/rule.ts';
import { estimateTokens } from '../../../model/text/tokens.ts';
import { shownTexts } from '../../answers/rules/rules-view.ts';
import { ask, type ServiceFor } from '../../ask.ts';
import { getRules } from '../../operations/get-rules.ts';
import type { Policy, PolicyRule } from '../../review/policy/policy.ts';
import { createFindByWords } from './find-by-words.ts';
import { whatIsMissing } from './what-is-missing.ts';

/** All that a scope of a service judges changes by. Faults: those of `get_rules`. */
export async function openPolicy(service: ServiceFor<typeof getRules>, scope_name: string): Promise<Policy> {
  const { presentation } = await ask(getRules, { scope_name, debug: false }, service);
  const scope = await service.scope(scope_name);
  const finder = await service.finders.of(scope);
  const shown = service.config.settings.rules_details;
  const rules = ruleKinds.flatMap((kind) =>
    presentation[kind].flatMap((view) => {
      const texts = shownTexts(view, shown);
      return view.written.map((rule, index): PolicyRule => {
        const details = view.details?.[index] ?? null;
        const { scope: author, server } = rule.origin;
        return {
          ...{ id: view.idOf(rule), kind, category: view.category, details, scope: author, server },
          text: view.rules[index] ?? rule.text,
          checksServer: checksServer(rule),
          checks: checksOf(details ?? undefined),
          waivers: view.waivers?.[index] ?? [],
          tokens: estimateTokens(texts[index] ?? ''),
        };
      });
    }),
  );
  const categories = finder.categories.map(({ category, entry: { paths, always } }) => ({
    ...{ category, paths, always },
  }));
  return {
    ...{ name: scope_name, scope, rules, categories },
    findByWords: createFindByWords(finder),
    incomplete: whatIsMissing(scope, presentation.failures),
  };
}
