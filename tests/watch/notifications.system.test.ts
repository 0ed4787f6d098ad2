import { appendFile, mkdir } from 'node:fs/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../mcp/clients.ts';
import { replaceFiles, tempFolder } from '../support/folder.ts';
import { family, rules, soon, startWatching } from './server.ts';

const listChanged = 'notifications/resources/list_changed';
const child = 'precept://scopes/child/rules';
const other = 'precept://scopes/other/rules';
const kata = 'precept://scopes/child/katas/ops/release';
const vision = 'precept://scopes/child/tenka';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Collects what a client is told: the URIs of updates, and the names of all else, each once, sorted. */
function collect(client: Client) {
  const told = new Set<string>();
  client.fallbackNotificationHandler = async ({ method, params }) => {
    const uri = (params as { uri?: unknown } | undefined)?.uri;
    told.add(typeof uri === 'string' ? uri : method);
  };
  return {
    all: () => [...told].sort(),
    clear: () => told.clear(),
  };
}

interface Told {
  readonly heard: ReturnType<typeof collect>;
  readonly client: Client;
  readonly folder: string;
}

async function overStdio(generation: string): Promise<Told> {
  const folder = await tempFolder();
  await replaceFiles(`${folder}/rules`, family);
  const args = ['-r', `${folder}/rules`, '--validation-file', `${folder}/results.jsonl`];
  const { client, close } = await connect(generation, ['--watch', ...args]);
  closing.push(close);
  return { heard: collect(client), client, folder };
}

async function overHttp(): Promise<Told> {
  const { url, folder } = await startWatching();
  const client = new Client(
    { name: 'precept-tests', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  closing.push(() => client.close());
  return { heard: collect(client), client, folder };
}

const subscribed = [child, other, kata, vision];
const one = async ({ client }: Told) => {
  for (const uri of subscribed) await client.subscribeResource({ uri });
};
const listen = async ({ client }: Told) => {
  await client.readResource({ uri: child });
  const { honoredFilter } = await client.listen({
    resourcesListChanged: true,
    resourceSubscriptions: [...subscribed],
  });
  expect(honoredFilter).toEqual({ resourcesListChanged: true, resourceSubscriptions: subscribed });
};

const ways: readonly { way: string; open: () => Promise<Told>; subscribe: (told: Told) => Promise<void> }[] =
  [
    { way: 'stdio, SDK 1.x', open: () => overStdio('SDK 1.x'), subscribe: one },
    { way: 'stdio, SDK 2.x, legacy era', open: () => overStdio('SDK 2.x'), subscribe: one },
    { way: 'stdio, modern era', open: () => overStdio('SDK 2.x, auto'), subscribe: listen },
    { way: '/mcp, modern era', open: overHttp, subscribe: listen },
  ];

describe.each(ways)('over $way', ({ open, subscribe }) => {
  test('clients hear of what they subscribed to, once it has changed', async () => {
    const told = await open();
    const { heard, client, folder } = told;
    await subscribe(told);
    expect(
      String((await client.readResource({ uri: child })).contents.map((item) => 'text' in item && item.text)),
    ).toContain('Old');
    const scopes = `${folder}/rules`;

    await replaceFiles(scopes, { 'base/commandments.yml': rules('New') });
    await soon(heard.all, [listChanged, child]);
    const [now] = (await client.readResource({ uri: child })).contents;
    expect(now).toMatchObject({ text: expect.stringContaining('New') });
    heard.clear();

    await replaceFiles(scopes, { 'child/katas.yml': 'ops:\n  katas:\n    release: Tag it.\n' });
    await soon(heard.all, [listChanged, kata]);
    heard.clear();

    await replaceFiles(scopes, { 'base/tenka.yml': 'tenka: {}\n' });
    await soon(heard.all, [listChanged, vision]);
    heard.clear();

    await mkdir(`${scopes}/new`);
    await soon(heard.all, [listChanged]);
  });
});

describe('without --watch', () => {
  test.each(ways.slice(0, 3))('a reload is told to subscribers too ($way)', async ({ way, subscribe }) => {
    const folder = await tempFolder();
    await replaceFiles(`${folder}/rules`, family);
    const generation = way.includes('1.x') ? 'SDK 1.x' : way.includes('legacy') ? 'SDK 2.x' : 'SDK 2.x, auto';
    const { client, close, call } = await connect(generation, ['-r', `${folder}/rules`]);
    closing.push(close);
    const heard = collect(client);
    await subscribe({ client, heard, folder });
    await replaceFiles(`${folder}/rules`, { 'base/commandments.yml': rules('New') });
    await call('reload');
    await soon(heard.all, [listChanged, ...[...subscribed].sort()]);
  });
});

describe('subscriptions', () => {
  test('end when the client ends them, and are refused for what is none of ours', async () => {
    const told = await overStdio('SDK 2.x');
    const { client, heard, folder } = told;
    await one(told);
    await client.unsubscribeResource({ uri: child });
    await expect(client.subscribeResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(
      'There is no resource "file:///etc/passwd"',
    );
    await replaceFiles(`${folder}/rules`, {
      'base/commandments.yml': rules('New'),
      'other/commandments.yml': rules('New'),
    });
    await soon(heard.all, [listChanged, other]);
  });

  test('to a vision are told of imported results', async () => {
    const told = await overStdio('SDK 2.x');
    await one(told);
    const line = {
      timestamp: '2026-01-01T00:00:00Z',
      scope: 'child',
      ac: 'AC1.1',
      check: 'x',
      passed: true,
      source: 'x',
    };
    await told.client.ping();
    await appendFile(`${told.folder}/results.jsonl`, `${JSON.stringify(line)}\n`);
    await soon(told.heard.all, [vision]);
  });

  test('that are ended in the modern era are told of nothing', async () => {
    const { client, heard, folder } = await overHttp();
    const listening = await client.listen({ resourceSubscriptions: [child] });
    const still = await client.listen({ resourceSubscriptions: [other] });
    await listening.close();
    await replaceFiles(`${folder}/rules`, {
      'base/commandments.yml': rules('New'),
      'other/commandments.yml': rules('New'),
    });
    await soon(heard.all, [other]);
    await still.close();
  });
});
