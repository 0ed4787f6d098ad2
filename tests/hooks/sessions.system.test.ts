import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/model/text/tokens.ts';
import { newPlace, type Place, touch } from './hooks.ts';
import { clientNames } from './payloads.ts';

const commandments = '.precept/rules/shop/commandments.yml';

/** Tools that touch 30 files 100 times, in an order that is always the same. */
const calls = Array.from({ length: 100 }, (_, at) => `part${(at * 7) % 6}/file${(at * 13) % 30}.ts`);
const parts = Array.from({ length: 6 }, (_, at) => [
  `area${at}`,
  {
    paths: [`part${at}/**`],
    ruleset: [`Rule ${at} of this part, which is always kept`, `Second rule of part ${at}`],
  },
]);

describe.each(clientNames)('an editing session of %s', (client) => {
  /** What one agent was told, in tokens, over all of its calls. */
  const replay = async (place: Place, agent?: string) => {
    let tokens = 0;
    let answers = 0;
    for (const path of calls) {
      const shown = await touch(place, client, { session: 'replayed', file: path, ...(agent && { agent }) });
      if (shown === null) continue;
      tokens += estimateTokens(shown);
      answers++;
    }
    return { tokens, answers };
  };
  /** What is new to an agent: each rule, with the lines around those of a part. */
  const sum = parts.length * 60;

  test('adds what is new and nothing else', async () => {
    const place = await newPlace({ [commandments]: JSON.stringify(Object.fromEntries(parts)) });
    const { tokens, answers } = await replay(place);
    expect(answers).toBe(parts.length);
    expect(tokens).toBeLessThanOrEqual(sum);
    const four = await Promise.all(['a', 'b', 'c', 'd'].map((agent) => replay(place, agent)));
    expect(four).toEqual([...Array(4)].map(() => ({ tokens, answers })));
  });
});
