import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlacedSummary } from '../../src/feedback/summary-shape.ts';
import { createTally } from '../../src/feedback/tally.ts';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { newLog } from './support.ts';

const rules = {
  'acme/metadata.yml': 'description: Acme\ntags: {team: core}\n',
  'acme/commandments.yml':
    'api:\n  ruleset:\n    - Answer in JSON\n    - "Owner: {{ scope.tags.team }}"\napi.errors:\n  ruleset:\n    - Answer in XML\n',
  'acme/suggestions.yml': 'style:\n  ruleset:\n    - Moved here\n',
  'shop/metadata.yml': 'description: Shop\nparent: acme\ntags: {team: shop}\n',
  'broken/commandments.yml': 'api: {ruleset: 7}\n',
};
const json = { category: 'api', rule: 'Answer in JSON' };
const xml = { category: 'api.errors', rule: '- **MUST**: Answer  in\nXML' };
const owner = { category: 'api', rule: 'Owner: shop' };
const moved = { category: 'old.place', rule: 'Moved here' };
const gone = { category: 'api', rule: 'Answer in SOAP' };

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;
const dispute = (timestamp: string, ...named: object[]) => ({
  timestamp,
  type: 'contradictory_rules',
  task: 't',
  rules: named,
});
const miss = (timestamp: string, reason: string, ...categories: string[]) => ({
  timestamp,
  type: 'missed_categories',
  task: 't',
  categories,
  reason,
});

let file: string;
let client: HttpClient;
beforeAll(async () => {
  file = await newLog();
  await mkdir(path.dirname(file), { recursive: true });
  const entries = [
    dispute(day(1), json, xml),
    miss(day(2), 'first', 'api', 'style'),
    dispute(day(3), { ...xml, rule: 'Answer in XML' }, json, json),
    miss(day(4), 'latest', 'api', 'api'),
    dispute(day(5), owner, moved, gone),
    dispute(day(6), gone),
  ];
  await writeFile(file, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n{"torn":\n\n`);
  client = await httpClient(rules, { feedback_file: file });
});

const summaryOf = (query = '') => jsonOf<PlacedSummary>(client.get(`/api/v1/feedback/summary${query}`));

describe('the summary', () => {
  test('counts entries, and lines that are none', async () => {
    expect(await summaryOf()).toMatchObject({
      total: 6,
      contradictory_rules: 4,
      missed_categories: 2,
      unreadable: 1,
      first_seen: day(1),
      last_seen: day(6),
    });
  });

  test('ranks missed categories, each once an entry, with the latest reason', async () => {
    expect((await summaryOf()).missed).toEqual([
      { category: 'api', count: 2, last_seen: day(4), last_reason: 'latest' },
      { category: 'style', count: 1, last_seen: day(2), last_reason: 'first' },
    ]);
  });

  test('ranks pairs of rules, however they are quoted and ordered', async () => {
    const { disputed } = await summaryOf();
    expect(disputed[0]).toMatchObject({ count: 2, last_seen: day(3) });
    expect(disputed.map(({ count, rules: named }) => `${count}x${named.length}`)).toEqual([
      '2x2',
      '1x1',
      '1x2',
      '1x2',
      '1x2',
    ]);
  });

  test('names the place of each rule: as written, as rendered, moved, or gone', async () => {
    const { disputed } = await summaryOf();
    const named = new Map(disputed.flatMap((pair) => pair.rules.map((rule) => [rule.rule, rule.places])));
    expect(named.get(json.rule)).toEqual([
      { server: 'local', file: 'acme/commandments.yml', line: 3, category: 'api' },
    ]);
    expect(named.get('Answer in XML')).toEqual([
      { server: 'local', file: 'acme/commandments.yml', line: 7, category: 'api.errors' },
    ]);
    expect(named.get(owner.rule)).toEqual([
      { server: 'local', file: 'acme/commandments.yml', line: 4, category: 'api' },
    ]);
    expect(named.get(moved.rule)).toEqual([
      { server: 'local', file: 'acme/suggestions.yml', line: 3, category: 'style' },
    ]);
    expect(named.get(gone.rule)).toEqual([]);
  });

  test('is Markdown too, the same over REST and as a command', async () => {
    const response = await client.get('/api/v1/feedback/summary', { accept: 'text/markdown' });
    const text = await response.text();
    expect(text).toMatchSnapshot();
    const command = ['feedback', 'summary', '--rules-path', client.rulesPath, '--feedback-file', file];
    expect((await precept(command)).stdout).toBe(text);
  });

  test('can start at a time', async () => {
    expect(await summaryOf('?since=2026-01-05')).toMatchObject({ total: 2, first_seen: day(5), missed: [] });
    expect((await problemOf(await client.get('/api/v1/feedback/summary?since=soon'))).code).toBe(
      'invalid-parameter',
    );
  });

  test('of nothing is empty', async () => {
    const empty = await httpClient(rules, { feedback_file: await newLog() });
    expect(await (await empty.get('/api/v1/feedback/summary')).json()).toEqual({
      total: 0,
      contradictory_rules: 0,
      missed_categories: 0,
      unreadable: 0,
      first_seen: null,
      last_seen: null,
      missed: [],
      disputed: [],
      proposals: [],
    });
  });
});

test('a tally that outgrows its memory keeps what occurs often', () => {
  const tally = createTally<null>();
  for (let index = 0; index < 200_000; index++) {
    tally.count(`rare ${index}`, day(1), 100, null);
    if (index % 10 === 0) tally.count('often', day(2), 100, null);
  }
  expect(tally.top(1)).toMatchObject([{ key: 'often', count: 20_000 }]);
  expect(tally.top(1_000_000).length).toBeLessThan(60_000);
});
