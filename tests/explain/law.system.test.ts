import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Explanation, Match } from '../../src/service/explain/explain-shape.ts';
import { asked } from '../federation/servers.ts';
import { filesOf, style, world } from '../resolve/world.ts';
import { idsOf } from '../support/rule-id.ts';
import { testService } from '../support/service.ts';
import { categoriesOf, derive } from './derivation.ts';

interface Rules {
  readonly commandments: Categories;
  readonly suggestions: Categories;
}
type Categories = Readonly<
  Record<string, { readonly rules: readonly string[]; readonly ids: readonly string[] }>
>;

const kinds = ['commandments', 'suggestions'] as const;
const left = ['served', 'blank', 'not-rendered'];

test('every rule of every layer is accounted for exactly once, and what is called served is what get_rules serves', async () => {
  const property = fc.asyncProperty(world, style, async (scopes, written) => {
    const service = await testService(filesOf(scopes, written));
    for (const { name } of scopes) {
      const rules = await asked<Rules>(service, 'get_rules', { scope_name: name });
      const raw = await asked<Rules>(service, 'get_rules', { scope_name: name, debug: true });
      for (const category of categoriesOf(scopes)) {
        const { matches } = await asked<Explanation>(service, 'explain', { scope_name: name, of: category });
        for (const kind of kinds) {
          const isMeant = (match: Match) => match.kind === kind && match.category === category;
          const candidates = matches.find(isMeant)?.candidates ?? [];
          const derived = derive(scopes, name, kind, category);
          expect(
            candidates.map(({ scope, text, outcome, by }) => ({
              scope,
              text,
              outcome: left.includes(outcome) ? 'left' : outcome,
              by: by?.scope ?? null,
            })),
          ).toEqual(derived);
          expect(candidates.map(({ id }) => id)).toEqual(
            idsOf(
              kind,
              derived.map(({ text }) => text),
            ),
          );
          const served = candidates.filter(({ outcome }) => outcome === 'served');
          expect(served.map(({ text, rendered }) => rendered ?? text)).toEqual(
            rules[kind][category]?.rules ?? [],
          );
          expect(served.map(({ id }) => id)).toEqual(rules[kind][category]?.ids ?? []);
          const merged = candidates.filter(({ outcome }) => left.includes(outcome));
          expect(merged.map(({ id }) => id)).toEqual(raw[kind][category]?.ids ?? []);
        }
      }
    }
  });
  await fc.assert(property, { numRuns: 12 });
});
