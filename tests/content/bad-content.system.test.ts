import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, faultOf } from '../support/ask.ts';
import { startProcessorClock } from '../support/in-time.ts';
import { idsOf } from '../support/rule-id.ts';
import { type TestService, testService } from '../support/service.ts';
import { bombs } from './bombs.ts';
import type { Mistake } from './mistake.ts';
import { mistakes } from './mistakes.ts';

/** Milliseconds of processor time. */
const longest = 20_000;

/** A service over the mistake in scope `bad`, the sound scope `good`, and `child`, whose parents are both. */
async function serviceWith({ file, content }: Pick<Mistake, 'file' | 'content'>): Promise<TestService> {
  const opened = await testService({
    [`bad/${file}`]: '',
    'good/commandments.yml': 'a:\n  ruleset: [Good]\n',
    'child/metadata.yml': 'parents: [bad, good]\n',
    'child/suggestions.yml': 'own:\n  ruleset: [Mine]\n',
  });
  await writeFile(path.join(opened.rulesPath, 'bad', file), content);
  return opened;
}

function check(mistake: Mistake): () => Promise<void> {
  return async () => {
    const { service, rulesPath, logged } = await serviceWith(mistake);
    const place = new RegExp(`bad/${mistake.file.replace('.', '\\.')}:${mistake.at}: `);

    const time = startProcessorClock();
    const fault = await faultOf(service, { scope_name: 'bad' });
    time.expectInTime(longest);
    expect(fault.code).toBe('invalid-content');
    expect(fault.message).toMatch(place);
    expect(fault.message).toMatch(mistake.says);
    expect(fault.message).not.toContain(rulesPath);
    expect(fault.message.length).toBeLessThan(1_000);
    const [first] = fault.errors ?? [];
    expect(`${first?.path}: `).toMatch(place);
    const [, cure] = first?.message.split(/\. (?=[A-Z])/) ?? [];
    expect(cure).toMatch(mistake.cure);

    const good = JSON.parse(await ask(service, 'get_rules', { scope_name: 'good' }));
    expect(good.commandments.a.rules).toEqual(['Good']);
    const child = JSON.parse(await ask(service, 'get_rules', { scope_name: 'child' }));
    expect(child.commandments.a.rules).toEqual(['Good']);
    expect(child.suggestions.own.rules).toEqual(['Mine']);
    expect(child.warnings).toEqual([
      expect.stringMatching(/^the rules of `bad`(?: and what it inherits)? are missing: /),
    ]);
    expect(child.warnings[0].replace(/:\d+ /, (column: string) => `${column.trim()}: `)).toMatch(place);
    expect(
      logged.filter((line) => line.startsWith('precept warn: scope "child": the rules of `bad`')),
    ).toHaveLength(1);
  };
}

describe('a mistake is named with its place and its cure, and breaks only its own scope', () => {
  for (const mistake of mistakes) test(`${mistake.file}: ${mistake.name}`, check(mistake));
});

describe('a file made to use up time or memory is refused soon', () => {
  for (const bomb of bombs) test(`${bomb.file}: ${bomb.name}`, check(bomb));
});

describe('what YAML allows is served', () => {
  const served = async (content: string): Promise<unknown> => {
    const { service } = await serviceWith({ file: 'commandments.yml', content });
    const { commandments, warnings } = JSON.parse(
      await ask(service, 'get_rules', { scope_name: 'bad', debug: true }),
    );
    expect(warnings).toBeUndefined();
    return commandments;
  };
  const rules = (...texts: string[]) => ({
    a: { when: null, tags: [], rules: texts, ids: idsOf('commandments', texts) },
  });

  test.each([
    ['a BOM', '\ufeffa:\n  ruleset: [x]\n', rules('x')],
    [
      'CRLF',
      'a:\r\n  ruleset:\r\n    - x\r\n    - |\r\n      one\r\n      two\r\n',
      rules('x', 'one\ntwo\n'),
    ],
    ['no newline at the end', 'a:\n  ruleset:\n    - x', rules('x')],
    ['a document between its markers', '%YAML 1.2\n---\na:\n  ruleset: [x]\n...\n', rules('x')],
    ['JSON', '{"a": {"ruleset": ["x", "y"]}}', rules('x', 'y')],
    ['a null `when` and null tags left out', 'a:\n  when:\n  ruleset: [x]\n', rules('x')],
    ['no rules', 'a:\n  ruleset: []\n', rules()],
    [
      'words that YAML 1.1 took for booleans',
      'a:\n  ruleset: [yes, off, 1e3x, 2001-01-01, 12:30]\n',
      rules('yes', 'off', '1e3x', '2001-01-01', '12:30'),
    ],
    ['aliases', 'a:\n  ruleset: [&x Once, *x, Twice]\n', rules('Once', 'Twice')],
    ['an aliased ruleset', 'a: &a\n  ruleset: [x]\nb: *a\n', { ...rules('x'), b: rules('x').a }],
    [
      'keys that read as other types',
      '1.10:\n  ruleset: [x]\ntrue:\n  ruleset: [y]\n"n ull":\n  ruleset: [z]\n',
      {
        '1.10': rules('x').a,
        true: rules('y').a,
        'n ull': rules('z').a,
      },
    ],
    [
      'values that are no categories',
      'note: text\nlist: [1, 2]\nnothing:\na:\n  ruleset: [x]\n  whne: typo\n',
      rules('x'),
    ],
  ])('%s', async (_, content, expected) => {
    expect(await served(content)).toEqual(expected);
  });

  test('exactly 4 MiB', async () => {
    const start = 'a:\n  ruleset:\n    - x\n# ';
    const content = start.padEnd(4 * 1024 * 1024, 'y');
    expect(await served(content)).toEqual(rules('x'));
  });

  test('100 aliases', async () => {
    const content = `b: &b x\na:\n  ruleset:\n${'    - *b\n'.repeat(100)}`;
    expect(await served(content)).toEqual(rules('x'));
  });
});

test.each([
  ['mappings', (depth: number) => `a: ${'{a: '.repeat(depth)}{ruleset: [x]}${'}'.repeat(depth)}\n`],
  ['lists', (depth: number) => `a:\n  ruleset: ${'['.repeat(depth)}${']'.repeat(depth)}\n`],
  ['segments of a key', (depth: number) => `? a${'.a'.repeat(depth)}\n: ruleset: [x]\n`],
])('%s, nested ever deeper, are served or refused in every format', async (_, shape) => {
  for (const depth of [10, 64, 65, 200, 500, 800, 2_000]) {
    const { service } = await serviceWith({ file: 'commandments.yml', content: shape(depth) });
    for (const format of ['json', 'markdown', 'yaml'] as const) {
      const answer = ask(service, 'get_rules', { scope_name: 'bad' }, format);
      const outcome = await answer.catch((error: unknown) => error);
      const refused = expect.objectContaining({ name: 'Fault', code: 'invalid-content' });
      if (typeof outcome !== 'string') expect(outcome, `${depth} as ${format}`).toEqual(refused);
    }
  }
});
