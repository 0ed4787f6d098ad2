import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { httpClient } from '../http/client.ts';
import { programFile } from '../support/program.ts';
import { hasGit } from '../support/system.ts';
import { commandments, type ReviewJson, reviewCheckout, suggestions } from './review.ts';

const files = { 'shop/commandments.yml': commandments, 'shop/suggestions.yml': suggestions };
const patch = '--- a/src/api/orders.ts\n+++ b/src/api/orders.ts\n@@ -1 +1 @@\n-old\n+fetch("/x?offset=1")\n';

async function post(body: unknown, path = '/api/v1/scopes/shop/review') {
  const client = await httpClient(files);
  return client.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('REST', () => {
  test('gives the same JSON for a patch, and runs nothing', async () => {
    const response = await post({ patch });
    expect(response.status).toBe(200);
    const { scope, policy, files: changed, rules, left_out } = (await response.json()) as ReviewJson;
    expect([scope, policy.rules, policy.complete, left_out]).toEqual(['shop', 3, true, []]);
    expect(changed).toEqual([{ path: 'src/api/orders.ts', status: 'modified' }]);
    expect(rules.map(({ id }) => id)).toContain('cursor-paging');
    expect(rules[0]).not.toHaveProperty('outcome');
  });

  test('refuses what is larger than 8 MiB, and what is no patch', async () => {
    const huge = await post({ patch: `${patch}${'+'.padEnd(1023, 'x')}\n`.padEnd(9 * 1024 * 1024, 'y') });
    expect([huge.status, ((await huge.json()) as { detail: string }).detail]).toEqual([
      413,
      expect.stringContaining('8 MiB'),
    ]);
    expect((await post({ patch: 'Hello' })).status).toBe(400);
    expect((await post({})).status).toBe(400);
    expect((await post({ patch }, '/api/v1/scopes/nowhere/review')).status).toBe(404);
  });
});

test('the explorer has a page on which a patch is pasted', async () => {
  const client = await httpClient(files);
  expect(await (await client.get('/review')).text()).toContain('<h1>Rules for a change</h1>');
  const response = await client.send('/review', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ scope: 'shop', patch }).toString(),
  });
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('Page lists with an opaque cursor');
  expect(page).toContain('its paths: src/api/orders.ts');
  expect(page).toContain('/scopes/shop/rules/cursor-paging');
});

test.runIf(hasGit())('over stdio a prompt puts the change before an agent', async () => {
  const here = await reviewCheckout();
  await here.write({ 'src/api/orders.ts': 'fetch("/x?offset=1");\n' });
  const client = new Client({ name: 'precept-tests', version: '1.0.0' });
  const env = { PATH: process.env.PATH ?? '', HOME: here.home };
  const args = [programFile];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: here.folder, stderr: 'ignore' }),
  );
  onTestFinished(() => client.close());
  const { prompts } = await client.listPrompts();
  const named = prompts.find(({ name }) => name === 'review_change');
  expect(named?.arguments?.map(({ name, required }) => [name, required ?? false])).toEqual([
    ['range', false],
  ]);
  const { messages } = await client.getPrompt({ name: 'review_change', arguments: {} });
  const text = JSON.stringify(messages);
  for (const part of ['cursor-paging', 'src/api/orders.ts', 'id of the rule', 'Policy: 3 rules'])
    expect(text).toContain(part);
  await expect(client.getPrompt({ name: 'review_change', arguments: { range: 'nowhere' } })).rejects.toThrow(
    'is not a git ref here',
  );
});
