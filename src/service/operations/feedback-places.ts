import * as v from 'valibot';
import type { NamedRule } from '../../feedback/entry.ts';
import type { RulePlace } from '../../feedback/summary-shape.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { normalise } from '../../model/text/normalise.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import { ask, type ServiceFor } from '../ask.ts';
import { defineScopeOperation } from '../operation.ts';
import type { Service } from '../service.ts';
import { scopeName } from './shapes/arguments.ts';
import { originShape } from './shapes/explorer-shapes.ts';

/** All rules of a scope, each as written and as agents read it. */
const writtenRules = defineScopeOperation({
  name: 'written_rules',
  title: 'Rules and where they are written',
  description:
    'All rules of a scope, without what differs between how they are written and how they are quoted.',
  needs: [],
  input: v.strictObject({ scope_name: scopeName }),
  output: v.array(v.object({ category: v.string(), texts: v.array(v.string()), origin: originShape })),
  madeFrom: 'scope',
  http: null,
  mcp: null,
  cli: null,
  async run(_input, { scope, texts, service }) {
    const { createWhens } = await import('../answers/rules/whens.ts');
    const fallback = service.config.settings.default_category_description;
    const whenOf = createWhens(scope, () => true, texts, fallback);
    const data = ruleKinds.flatMap((kind) =>
      [...scope[kind]].flatMap(([category, { rules }]) =>
        rules.map(({ text, origin }) => {
          const context = { key: category, when: whenOf(kind, category) };
          return { category, texts: textsOf(text, texts.for(origin), category, context), origin };
        }),
      ),
    );
    return { data, presentation: null };
  },
});

/**
 * Looks for rules in all scopes, by text, and gives a function that names the places of each: those in the reported
 * category, or else those with the same text in another; none for a rule that is gone. A scope that cannot be read is
 * passed over.
 */
export async function findPlaces(
  service: ServiceFor<typeof writtenRules> & Pick<Service, 'scopes'>,
  rules: readonly NamedRule[],
): Promise<(rule: NamedRule) => readonly RulePlace[]> {
  const places = new Map(rules.map(({ rule }) => [normalise(rule), new Map<string, RulePlace>()]));
  const { names } = rules.length === 0 ? { names: [] } : await service.scopes();
  for (const name of names) {
    const found = await ask(writtenRules, { scope_name: name }, service).catch(() => null);
    for (const { category, texts, origin } of found?.data ?? []) {
      const { server, file, line } = origin;
      for (const text of texts) {
        places.get(text)?.set(`${server} ${file} ${line} ${category}`, { server, file, line, category });
      }
    }
  }
  return ({ category, rule }) => {
    const all = [...(places.get(normalise(rule))?.values() ?? [])];
    const here = all.filter((place) => place.category === category);
    return here.length > 0 ? here : all;
  };
}

function textsOf(
  text: string,
  renderer: TextRenderer,
  category: string,
  context: { key: string; when: string | null },
): string[] {
  const rendered = renderer.render('rule', category, text, context) ?? text;
  return [...new Set([normalise(text), normalise(rendered)])];
}
