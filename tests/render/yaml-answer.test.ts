import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { filesOf, style, world } from '../resolve/world.ts';
import { ask } from '../support/ask.ts';
import { runs } from '../support/runs.ts';
import { testService } from '../support/service.ts';

/** The categories of scope `s0` as JSON, asked raw, and again from its YAML answer put back into files as it stands. */
async function thereAndBack(files: Record<string, string>): Promise<[unknown, unknown]> {
  const raw = async (from: Record<string, string>, format: 'json' | 'yaml') => {
    const { service } = await testService(from);
    return ask(service, 'get_rules', { scope_name: 's0', debug: true }, format);
  };
  const [metadata, commandments, suggestions, ...more] = parseAllDocuments(await raw(files, 'yaml'));
  expect(metadata?.errors).toEqual([]);
  expect(more).toEqual([]);
  const put = (document: typeof metadata, key: string) => String(document?.get(key) ?? '');
  const again = {
    's0/commandments.yml': put(commandments, 'commandments'),
    's0/suggestions.yml': put(suggestions, 'suggestions'),
  };
  const kinds = async (from: Record<string, string>) => {
    const answer = JSON.parse(await raw(from, 'json'));
    return { commandments: answer.commandments, suggestions: answer.suggestions };
  };
  return [await kinds(files), await kinds(again)];
}

test('any rules come back the same from their YAML', async () => {
  const property = fc.asyncProperty(world, style, async (scopes, written) => {
    const [before, after] = await thereAndBack(filesOf(scopes, written));
    expect(after).toEqual(before);
  });
  await fc.assert(property, { numRuns: runs(10) });
});

test('so do categories named like the keys of a category, and texts that YAML could take for something else', async () => {
  const names = [
    'tags',
    'when',
    'ruleset',
    'a',
    'a.tags',
    'a.tags.b',
    'a.when',
    'b.ruleset.c',
    '1',
    '1.10',
    'true',
  ];
  const texts = [
    'yes',
    'null',
    '1e3',
    '- x',
    'a: b',
    '# x',
    '',
    ' x ',
    '"',
    "'",
    '|',
    'one\n\n  two\n',
    '\ttab',
    '\u0007',
  ];
  const rules = JSON.stringify(
    Object.fromEntries(names.map((name) => [name, { when: name, ruleset: texts }])),
  );
  const [before, after] = await thereAndBack({ 's0/commandments.yml': rules, 's0/suggestions.yml': rules });
  expect(Object.keys((before as { commandments: object }).commandments).sort()).toEqual([...names].sort());
  expect(after).toEqual(before);
});

test('YAML of a scope that lacks something begins with a comment that says so', async () => {
  const { service } = await testService({
    's0/metadata.yml': 'parent: gone\n',
    's0/commandments.yml': 'a: {ruleset: [b]}\n',
  });
  const text = await ask(service, 'get_rules', { scope_name: 's0' }, 'yaml');
  expect(text).toMatch(/^# warning: the rules of `gone` are missing: .*\nmetadata:\n/);
});
