import { describe, expect, test } from 'vitest';
import { bundle, bundled, json, reader, startStub } from '../federation/servers.ts';
import { ask } from '../support/ask.ts';
import { expectInTime } from '../support/in-time.ts';
import { testService } from '../support/service.ts';
import { find, namesOf } from './world.ts';

/** The longest that a timer was kept waiting while work went on. */
async function longestDelay(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(timer);
  return Math.max(longest, performance.now() - last);
}

const scopeOf = (rules: readonly string[], when: string | null = null) => ({
  's/commandments.yml': JSON.stringify({
    wanted: { ruleset: ['Page lists with a cursor'] },
    hostile: { when, ruleset: rules },
  }),
});

/** Texts that take long to split, to stem or to keep. */
const pieces: Readonly<Record<string, string>> = {
  'one letter': 'a',
  humps: 'aB',
  'letters that become many': '\uFDFA',
  'signs without blanks': '統一',
  'Thai without blanks': 'อีเมล',
  'marks without letters': '\u0301',
};

describe('hostile texts', () => {
  test.each(Object.entries(pieces))('of %s delay nobody while they are searched', async (_, piece) => {
    const text = piece.repeat(4000 / piece.length);
    const rules = Array.from({ length: 100 }, (_, at) => `${text} ${at}`);
    const opened = await testService(
      scopeOf([...rules, piece.repeat(300_000 / piece.length), 'Count carts']),
    );
    await ask(opened.service, 'get_rules', { scope_name: 's', categories: 'wanted' });
    const delay = await longestDelay(async () => {
      expect(namesOf((await find(opened, { task: 'paging lists' })).results)).toEqual(['wanted']);
      const long = await find(opened, { task: `carts ${piece.repeat(100_000)}` });
      expect(namesOf(long.results)).toContain('hostile');
    });
    await expectInTime(delay, 250);
  });

  test('of ever new words delay nobody, and leave the rest to be found', async () => {
    const words = Array.from({ length: 200_000 }, (_, at) => at.toString(36)).join(' ');
    const rules = Array.from({ length: 200 }, (_, at) => words.slice(at * 4000, at * 4000 + 4000));
    const opened = await testService(scopeOf(rules));
    await ask(opened.service, 'get_rules', { scope_name: 's', categories: 'wanted' });
    const delay = await longestDelay(async () => {
      expect(namesOf((await find(opened, { task: 'paging lists' })).results)).toEqual(['wanted']);
      expect((await find(opened, { task: words.slice(0, 500_000) })).results).toHaveLength(1);
    });
    await expectInTime(delay, 250);
  });
});

test('globs of a master that take long to match delay nobody', async () => {
  const glob = `${'{a,b}'.repeat(8)}${'*a'.repeat(450)}b`;
  const categories = bundled(
    'shop',
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`c${at}`, ['Rule']])),
  );
  for (const category of Object.values(categories as Record<string, { paths?: string[] }>))
    category.paths = [glob, `x/${glob}`];
  const stub = await startStub(json(bundle('shop', { commandments: categories })));
  const own = await reader([stub.url]);
  const files = [`x/${'a'.repeat(250)}`, 'a'.repeat(5000), `/${'a/'.repeat(1000)}a`].join();
  const delay = await longestDelay(async () => {
    const { for_files } = JSON.parse(await ask(own.service, 'find_guidance', { scope_name: 'shop', files }));
    expect(for_files).toEqual([]);
  });
  await expectInTime(delay, 250, 'globs');
});
