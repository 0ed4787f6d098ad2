import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { createMcpServer } from '../../src/faces/mcp/server.ts';
import { faultsAfter } from '../federation/faults.ts';
import { bundle, bundled, json, reader, startServer, startStub } from '../federation/servers.ts';
import { freePort } from '../support/free-port.ts';
import type { TestService } from '../support/service.ts';

const files = {
  'shop/commandments.yml': 'own: {ruleset: [Own rule]}\n',
  'shop/katas.yml': 'k: {katas: {walk: 1. Go.}}\n',
};
const tools = [
  'find_guidance',
  'get_rules',
  'get_category_index',
  'get_kata_category_index',
  'get_kata',
] as const;

/** What these tools answer about the shop, from an MCP server over a service. */
async function told({ service }: TestService): Promise<string[]> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(service);
  const client = new Client({ name: 'precept-tests', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  const answers = await Promise.all(
    tools.map(async (name) => {
      const named =
        name === 'get_kata' ? { kata_name: 'walk' } : name === 'find_guidance' ? { task: 'own rule' } : {};
      const { content } = await client.callTool({ name, arguments: { scope_name: 'shop', ...named } });
      return content.map((item) => (item.type === 'text' ? item.text : '')).join('');
    }),
  );
  await client.close();
  await server.close();
  return answers;
}

const own = /(?:Own rule|own|walk|Go)/;
const loud = { show_unavailable: true };

test('a master that nobody can reach is named first, with the reason', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  for (const text of await told(await reader([url], files, loud))) {
    expect(text).toMatch(
      new RegExp(`^> \\*\\*Incomplete:\\*\\* master ${url} is unavailable since \\d{4}-.*: .*ECONNREFUSED`),
    );
    expect(text).toMatch(own);
  }
  for (const text of await told(await reader([url], files))) expect(text).not.toContain('Incomplete');
});

test.each(faultsAfter(1))('so is one that %s', { timeout: 60_000 }, async (_, handle, reason) => {
  const stub = await startStub(handle);
  // What answers must not be late, however slow the machine is.
  const isLate = reason.source.includes('no answer');
  const opened = await reader([stub.url], files, { ...loud, remote_timeout_seconds: isLate ? 1 : 60 });
  for (const text of await told(opened)) {
    const [first = ''] = text.split('\n');
    expect(first).toMatch(new RegExp(`^> \\*\\*Incomplete:\\*\\* master ${stub.url} is unavailable since `));
    expect(first).toMatch(reason);
    expect(text).toMatch(own);
  }
});

test('and a master that another one misses, or what that one says is broken there', async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  const middle = await startServer(
    { 'shop/metadata.yml': 'parent: bad\n', 'bad/commandments.yml': 'a: {ruleset: 5}\n' },
    { master_server_url: [away], remote_max_retries: 0 },
  );
  const opened = await reader([middle.url], files, loud);
  for (const text of await told(opened)) {
    const [first, second] = text.split('\n');
    expect(first).toMatch(
      /Incomplete:\*\* the rules of `bad` are missing: bad\/commandments\.yml:1:14 .*\(told by http/,
    );
    expect(second).toMatch(`> **Incomplete:** master ${away} is unavailable since `);
  }
});

test('and one whose part would make answers too large, whatever is to be shown of masters', async () => {
  const when = 'x'.repeat(1900);
  const many = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`big.c${at}`, ['r']]));
  const commandments = { ...bundled('shop', many), big: { when, tags: [], rules: [] } };
  const stub = await startStub(json(bundle('shop', { commandments })));
  for (const text of await told(await reader([stub.url], files)))
    expect(text.split('\n')[0]).toBe(
      `> **Incomplete:** The part of master ${stub.url} is left out: with it, an answer would be over 16 MiB.`,
    );
});
