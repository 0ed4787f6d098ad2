import type { NamedRule } from '../../feedback/entry.ts';
import { normalise } from '../../feedback/summary.ts';
import type { ResolvedScope } from '../../guidance/guidance.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import type { Origin } from '../../model/origin.ts';
import type { RulePlace } from '../../render/feedback-markdown.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import type { Service } from '../service.ts';

interface WrittenRule {
  readonly category: string;
  /** As written, and as agents read it. */
  readonly texts: readonly string[];
  readonly origin: Origin;
}

/**
 * Looks for rules in all scopes, by text, and gives a function that names the places of each: those in the reported
 * category, or else those with the same text in another; none for a rule that is gone. A scope that cannot be read is
 * passed over.
 */
export async function findPlaces(
  service: Service,
  rules: readonly NamedRule[],
): Promise<(rule: NamedRule) => readonly RulePlace[]> {
  const places = new Map(rules.map(({ rule }) => [normalise(rule), new Map<string, RulePlace>()]));
  const { names } = rules.length === 0 ? { names: [] } : await service.scopes();
  for (const name of names) {
    const scope = await service.scope(name).catch(() => null);
    if (scope === null) continue;
    for (const { category, texts, origin } of await writtenRules(service, scope)) {
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

function writtenRules(service: Service, scope: ResolvedScope): Promise<readonly WrittenRule[]> {
  const key = { operation: 'places of rules', input: [], raw: false, version: null };
  return service.answers.keep(scope, key, async (texts) => {
    const { createWhens } = await import('../../guidance/rules/whens.ts');
    const fallback = service.config.settings.default_category_description;
    const whenOf = createWhens(scope, () => true, texts, fallback);
    return ruleKinds.flatMap((kind) =>
      [...scope[kind]].flatMap(([category, { rules }]) =>
        rules.map(({ text, origin }) => {
          const context = { key: category, when: whenOf(kind, category) };
          return { category, texts: textsOf(text, texts, category, context), origin };
        }),
      ),
    );
  });
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
