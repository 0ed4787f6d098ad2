import { describe, expect, test } from 'vitest';
import { startWorld, status, texts } from './copies-world.ts';
import { bundle, bundled, json, reader, rulesOf, startStub } from './servers.ts';

const foreign = bundle('other', { commandments: bundled('other', { a: ['Foreign'] }) });

describe('a bundle of another scope than the one that was asked for', () => {
  test('is a wrong answer', async () => {
    const { url } = await startStub(json((path: string) => (path.endsWith('/bundle') ? foreign : ['shop'])));
    const rules = await rulesOf(await reader([url]));
    expect(rules.commandments.a).toBeUndefined();
    expect(rules.unavailable).toEqual([
      expect.objectContaining({ reason: 'its bundle for scope shop is of scope "other"' }),
    ]);
    // Case counts: scope names keep theirs.
    const near = bundle('Shop', { commandments: bundled('Shop', { a: ['Foreign'] }) });
    const other = await startStub(json((path: string) => (path.endsWith('/bundle') ? near : ['shop'])));
    expect((await rulesOf(await reader([other.url]))).commandments.a).toBeUndefined();
  });

  test('neither serves nor replaces the copy', async () => {
    const { master, open } = await startWorld();
    expect(await texts(await open())).toEqual(['Remote']);
    master.turn = status(200, JSON.stringify(foreign), 'application/json');
    for (let count = 0; count < 2; count++) {
      const rules = await rulesOf(await open());
      expect(rules.commandments.a?.rules).toEqual(['Remote']);
      expect(rules.unavailable).toEqual([expect.objectContaining({ as_of: expect.any(String) })]);
    }
  });
});

describe('a server of the older wire format that answers for another scope', () => {
  const rules = (name: unknown) => ({
    metadata: { name, description: '', tags: {} },
    commandments: { a: { when: null, tags: [], rules: ['Older'] } },
  });
  const open = async (answers: Readonly<Record<string, unknown>>) => {
    const { url } = await startStub(
      json((path: string) => Object.entries(answers).find(([start]) => path.includes(start))?.[1]),
    );
    return rulesOf(await reader([url]));
  };

  test('is used where it names that scope or none', async () => {
    for (const name of ['shop', undefined, null])
      expect((await open({ '/rules?': rules(name) })).commandments.a?.rules).toEqual(['Older']);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['rules', { '/rules?': rules('other') }],
    ['katas', { '/rules?': rules('shop'), '/katas?': { scope_name: 'other', categories: {} } }],
    [
      'a kata',
      {
        '/rules?': rules('shop'),
        '/katas?': { categories: { k: ['release'] } },
        '/katas/release': { name: 'other', category: 'k', when: null, procedure: '1. Foreign.' },
      },
    ],
    ['stories', { '/rules?': rules('shop'), '/tenka/stories': { scope_name: 'other', stories: [] } }],
  ])('is not used, by its %s', async (_, answers) => {
    const answer = await open(answers);
    expect(answer.commandments.a).toBeUndefined();
    expect(answer.unavailable).toHaveLength(1);
  });
});
