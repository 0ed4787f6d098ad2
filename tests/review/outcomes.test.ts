import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
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
  for (let time = 0; time < 10; time++) await here.run(['--run']);
  const log = await readFile(path.join(here.folder, '.precept/usage-rules.jsonl'), 'utf8');
  expect(JSON.parse(log.split('\n')[0] ?? '').outcomes[0]).toEqual({
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
  expect(needless.map(({ id }: { id: string }) => id)).toContain('undo');
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
