import { chmod, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { localContent, reader, rulesOf } from '../federation/servers.ts';
import { noNginx, startNginx } from '../http/nginx.ts';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/program.ts';

const example = (name: string) =>
  readFile(fileURLToPath(new URL(`../../examples/publish/${name}`, import.meta.url)), 'utf8');

test.skipIf(noNginx !== null)('nginx serves what is published, by the example’s configuration', async () => {
  const large = 'x'.repeat(5 * 1024 * 1024);
  const cwd = await tempFolder({
    '.precept/rules/shop/commandments.yml': 'a:\n  ruleset: [Far]\n',
    '.precept/rules/shop/katas.yml':
      'delivery:\n  katas: {release: {files: {large.txt: large.txt}, procedure: 1. Go.}}\n',
    '.precept/rules/shop/large.txt': large,
  });
  expect((await runProgram(['publish', 'public'], { cwd })).code).toBe(0);
  // nginx gives up its rights before it reads.
  for (const folder of [cwd, path.join(cwd, 'public')]) await chmod(folder, 0o755);
  const port = await freePort();
  const server = (await example('nginx.conf'))
    .replace('listen 8081', `listen 127.0.0.1:${port}`)
    .replaceAll('/var/www/precept', path.join(cwd, 'public'));
  const url = `http://127.0.0.1:${port}/precept.json`;
  await startNginx(server, url);
  const get = (target: string, headers = {}) => fetch(new URL(target, url), { headers });
  const manifest = await get(url);
  expect(manifest.headers.get('cache-control')).toBe('no-cache');
  const etag = manifest.headers.get('etag') ?? '';
  expect((await get(url, { 'If-None-Match': etag })).status).toBe(304);
  const { scopes } = (await manifest.json()) as { scopes: { shop: { path: string } } };
  const [file = ''] = await readdir(path.join(cwd, 'public/files'));
  for (const place of [scopes.shop.path, `files/${file}`]) {
    const answer = await get(place);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await get('/')).status).toBe(404);
  const own = await reader([url], localContent, {});
  expect((await rulesOf(own)).commandments.a?.rules).toEqual(['Far']);
  // A file that the server did not give, or another, would be a fault.
  expect(await ask(own.service, 'get_kata', { scope_name: 'shop', kata_name: 'release' })).toContain(file);
});

test('the workflow of the example publishes, signs, and comes again before the signature expires', async () => {
  const workflow = parse(await example('publish.yml')) as {
    on: { schedule: { cron: string }[] };
    jobs: { publish: { steps: { run?: string; uses?: string }[] } };
  };
  const { steps } = workflow.jobs.publish;
  expect(workflow.on.schedule[0]?.cron).toMatch(/ 1$/);
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  const script = steps.find(({ run }) => run?.includes('precept publish'))?.run ?? '';
  const flags = /precept publish (\S+) (.*)/.exec(script)?.[2]?.match(/--[a-z-]+/g);
  expect(flags).toEqual(['--sign', '--prune']);
});
