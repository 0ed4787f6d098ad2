import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { createMaster } from '../feedback/master.ts';
import { httpClient } from '../http/client.ts';
import { commandments, reviewCheckout, suggestions } from './review.ts';

test('outcomes are counted by rule, and usage lists what needs a look', async () => {
  const here = await reviewCheckout({
    '.precept/settings.yml': 'default_scope: shop\nusage: true\nusage_file: .precept/usage.jsonl\n',
    '.gitignore': '*.jsonl\n',
  });
  const env = { PATH: process.env.PATH ?? '', HOME: here.home };
  const run = (...args: string[]) => precept(args, { cwd: here.folder, home: here.home, env });
  await run('rules', 'shop', '--categories', 'api.http');
  await here.write({ 'src/api/orders.ts': '/x?offset=1\n' });
  await here.run(['--run']);
  const file = path.join(here.folder, '.precept/usage.jsonl');
  const [line = ''] = (await readFile(file, 'utf8')).split('\n').filter((one) => one.includes('outcomes'));
  await appendFile(file, `${line}\n`.repeat(9));
  expect(JSON.parse(line).outcomes[0]).toEqual({
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    scope: 'shop',
    rule: 'cursor-paging',
    relevant: 1,
    kept: 0,
    violated: 1,
    waived: 0,
  });
  const { stdout, code } = await run('usage', '--rules', '--format', 'json');
  expect(code).toBe(0);
  const { ignored, needless, unseen } = JSON.parse(stdout);
  expect(ignored).toMatchObject([{ scope: 'shop', id: 'cursor-paging', violated: 10, reads: 1 }]);
  const unjudged = { id: 'undo', kept: 0, next: expect.stringContaining('None of its checks ran') };
  expect(needless).toContainEqual(expect.objectContaining(unjudged));
  expect(unseen).toMatchObject([{ id: 'notice', relevant: 0, next: expect.stringContaining('paths') }]);
  expect((await run('usage', '--rules')).stdout).toContain('## Ignored: read, and violated');
});

test('REST and the explorer have the lists', async () => {
  const client = await httpClient({
    'shop/commandments.yml': commandments,
    'shop/suggestions.yml': suggestions,
  });
  const answer = (await (await client.get('/api/v1/usage/rules?since=7d')).json()) as { unseen: unknown[] };
  expect(answer.unseen).toHaveLength(4);
  expect((await client.get('/api/v1/usage/rules?since=x')).status).toBe(400);
  expect(await (await client.get('/usage/rules')).text()).toContain('<h1>What becomes of rules</h1>');
});

const day = new Date().toISOString().slice(0, 10);
const outcome = (scope: string, rule: string) => ({
  ...{ day, scope, rule },
  ...{ relevant: 3, kept: 0, violated: 2, waived: 1 },
});

test('a server takes the outcomes of another, once, of the rules that its scopes have', async () => {
  const client = await httpClient(
    { 'shop/commandments.yml': commandments, 'shop/suggestions.yml': suggestions },
    { usage: true },
  );
  const post = (outcomes: unknown[]) =>
    client.send('/api/v1/usage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ outcomes }),
    });
  for (const _ of [1, 2]) {
    const answer = await post([outcome('shop', 'cursor-paging'), outcome('shop', 'no-such-rule')]);
    expect([answer.status, await answer.json()]).toEqual([201, { stored: 1, passed_over: 1 }]);
  }
  expect((await post([outcome('nowhere', 'cursor-paging')])).status).toBe(400);
  expect((await post([{ ...outcome('shop', 'notice'), relevant: -1 }])).status).toBe(400);
  await client.get('/api/v1/scopes/shop/rules');
  const usage = (await (await client.get('/api/v1/usage/rules')).json()) as { ignored: unknown[] };
  expect(usage.ignored).toMatchObject([{ id: 'cursor-paging', relevant: 3, violated: 2, waived: 1 }]);
});

test('a review sends its outcomes on before it ends, and does not fail where nobody takes them', async () => {
  const here = await reviewCheckout();
  const received = path.join(here.home, 'received.jsonl');
  const master = await createMaster(received, {
    PRECEPT_RULES_PATH: path.join(here.folder, '.precept/rules'),
    PRECEPT_USAGE: 'true',
    PRECEPT_USAGE_FILE: received,
  });
  await master.start();
  const env = {
    PRECEPT_USAGE: 'true',
    PRECEPT_USAGE_FILE: path.join(here.home, 'usage.jsonl'),
    PRECEPT_USAGE_FORWARD: 'true',
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_RETRY_SECONDS: '0',
  };
  await here.write({ 'src/api/orders.ts': '/x?offset=1\n' });
  const args = ['--run', '--base-content', 'worktree'];
  expect(await here.run(args, { env })).toMatchObject({ code: 1, stderr: '' });
  const arrived = JSON.parse((await readFile(received, 'utf8')).split('\n')[0] ?? '');
  expect(arrived.outcomes).toContainEqual(
    expect.objectContaining({ scope: 'shop', rule: 'cursor-paging', violated: 1 }),
  );
  await master.kill();
  const alone = await here.run(args, { env });
  expect(alone.code).toBe(1);
  expect(alone.stdout).toContain('incomplete: master');
});
