import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { ruleKinds } from '../../src/guidance/rules/rule.ts';
import { filesOf, world } from '../resolve/world.ts';
import { ask } from '../support/ask.ts';
import { runs } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const line = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 .:,'"#-]{0,30}[a-z]$/);
const oneOrMore = fc.oneof(line, fc.array(line, { minLength: 1, maxLength: 3 }));
const paths = fc.constant(['src/**', '*.sql']);
const check = fc.oneof(
  fc.record({ pattern: fc.constant('a+b'), paths, message: line }, { requiredKeys: ['pattern', 'paths'] }),
  fc.record({ eslint: fc.constant('no-console'), paths }, { requiredKeys: ['eslint'] }),
  fc.record({ command: line, timeout: fc.integer({ min: 1, max: 90 }) }, { requiredKeys: ['command'] }),
  fc.record({ review: fc.oneof(fc.constant(true), line) }),
);
const details = fc.record(
  {
    why: line,
    good: oneOrMore,
    bad: oneOrMore,
    source: fc.constant(['https://wiki.acme.example/adr/1']),
    check: fc.oneof(check, fc.array(check, { minLength: 1, maxLength: 2 })),
    owner: line,
    review_by: fc.constant('2099-06-01'),
    waivable: fc.boolean(),
  },
  { requiredKeys: [] },
);
const records = fc.uniqueArray(fc.tuple(line, details, fc.boolean()), {
  minLength: 1,
  maxLength: 5,
  selector: ([text]) => text,
});

test('reading and then writing a record is itself, and one with nothing but a rule is its text', async () => {
  const property = fc.asyncProperty(records, async (all) => {
    const ruleset = all.map(([rule, more, isNamed], index) => ({
      rule,
      ...(isNamed && { id: `rule-no-${index}` }),
      ...more,
    }));
    const { service } = await testService({
      's/commandments.yml': stringify({ a: { when: 'Now', ruleset } }),
    });
    const text = await ask(service, 'get_rules', { scope_name: 's' }, 'yaml');
    const [, commandments] = (parseAllDocuments(text) as { toJS(): unknown }[]).map((one) => one.toJS());
    const wanted = ruleset.map((one) => (Object.keys(one).length === 1 ? one.rule : one));
    expect(commandments).toEqual({ commandments: { a: { when: 'Now', ruleset: wanted } } });
  });
  await fc.assert(property, { numRuns: runs(25) });
});

test('merging with and without records gives the same texts', async () => {
  const property = fc.asyncProperty(world, fc.array(details, { minLength: 1 }), async (scopes, some) => {
    const files = filesOf(scopes, { nested: false, options: {} });
    let count = 0;
    const recorded = Object.entries(files).map(([name, text]): [string, string] => {
      if (!/(?:commandments|suggestions)\.yml$/.test(name)) return [name, text];
      const tree = parse(text) as Record<string, { ruleset: string[] }> | null;
      const categories = Object.entries(tree ?? {}).map(([category, own]) => [
        category,
        {
          ...own,
          ruleset: own.ruleset.map((rule) => ({
            rule,
            ...(count % 3 !== 0 && { id: `rule-no-${count}` }),
            ...some[count++ % some.length],
          })),
        },
      ]);
      return [name, stringify(Object.fromEntries(categories))];
    });
    const [plain, more] = [await testService(files), await testService(Object.fromEntries(recorded))];
    for (const { name } of scopes) {
      const [one, other] = [await plain.service.scope(name), await more.service.scope(name)];
      for (const kind of ruleKinds) {
        const textsOf = (categories: typeof one.commandments) =>
          [...categories].map(([category, { rules }]) => [category, rules.map(({ text }) => text)]);
        expect(textsOf(other[kind])).toEqual(textsOf(one[kind]));
      }
    }
  });
  await fc.assert(property, { numRuns: runs(15) });
});
