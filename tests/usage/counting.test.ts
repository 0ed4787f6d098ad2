import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { UsageCount, UsageLine } from '../../src/usage/usage-line.ts';
import { precept } from '../cli/command-line.ts';
import { createMaster, createStub } from '../feedback/master.ts';
import { startAgentServer, until } from '../feedback/support.ts';
import { httpClient, jsonOf, smallContent } from '../http/client.ts';
import { answerTo, toolCall } from '../mcp/wire.ts';
import { tempFolder } from '../support/folder.ts';

const newFile = async () => path.join(await tempFolder(), 'a', 'usage.jsonl');
const linesOf = async (file: string): Promise<UsageLine[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as UsageLine);
const today = () => new Date().toISOString().slice(0, 10);
const named = ({ scope, category, kata, face, reads }: UsageCount) =>
  `${scope} ${category}${kata === undefined ? '' : `/${kata}`} ${face} ${reads}`;

test('an agent server counts what its answers show, and writes it when it ends, as one line', async () => {
  const rules = await tempFolder(smallContent);
  const file = await newFile();
  const env = { PRECEPT_RULES_PATH: rules, PRECEPT_USAGE: 'true', PRECEPT_USAGE_FILE: file };
  const agent = await startAgentServer({ env });
  const call = async (id: string, name: string, args: object) => {
    agent.stdin.write(`${JSON.stringify(toolCall(id, name, { scope_name: 'shop', ...args }))}\n`);
    return answerTo(agent, id);
  };
  const day = today();
  await call('1', 'get_rules', {});
  await call('2', 'get_rules', { categories: 'delivery' });
  await call('3', 'get_kata', { kata_name: 'cut-release' });
  await call('4', 'get_category_index', {});
  await call('5', 'find_guidance', { task: 'release' });
  await call('6', 'get_rules', { categories: 'nowhere' });
  await call('7', 'get_kata', { kata_name: 'nowhere' });
  agent.stdin.end();
  expect(await agent.ended).toMatchObject({ code: 0, stderr: '' });
  const [line, ...others] = await linesOf(file);
  expect(others).toEqual([]);
  expect(Object.keys(line ?? {})).toEqual(['timestamp', 'counts', 'sessions']);
  expect(line?.sessions).toMatchObject([{ client: 'wire', connected: 1, asked: 1, shown: 0 }]);
  expect(line?.counts.map(named).sort()).toEqual([
    'shop backend.api mcp 1',
    'shop delivery mcp 2',
    'shop delivery/cut-release mcp 1',
  ]);
  expect([day, today()]).toContain(line?.counts[0]?.day);
  expect(line?.counts.find(({ category }) => category === 'backend.api')?.tokens).toBe(
    Math.ceil('Answer errors as problem details\nName the scope: shop'.length / 4),
  );
});

test('over HTTP a GET that is answered with 200 counts, also of a kept answer, and nothing else does', async () => {
  const http = await httpClient(smallContent, { usage: true });
  const url = '/api/v1/scopes/shop/rules?categories=delivery';
  const first = await http.get(url);
  await http.get(url);
  await http.get(url);
  await http.get(url, { 'if-none-match': first.headers.get('etag') ?? '' });
  await http.send(url, { method: 'HEAD' });
  await http.get(`${url}&debug=true`);
  await http.get('/api/v1/scopes/shop/index');
  await http.get('/api/v1/scopes/shop/bundle');
  await http.get('/api/v1/scopes/shop/explain?of=delivery');
  await http.get('/api/v1/scopes/gone/rules');
  await http.get('/api/v1/scopes/shop/katas/cut-release', { accept: 'text/markdown' });
  await http.get('/scopes/shop/katas/delivery/cut-release');
  await http.get('/scopes/acme');
  await http.get('/scopes/acme?raw=true');
  const { entries } = await jsonOf<{
    entries: { scope: string; category: string; kata?: string; faces: object }[];
  }>(http.get('/api/v1/usage'));
  const facesOf = (scope: string, category: string, kata?: string) =>
    entries.find((one) => one.scope === scope && one.category === category && one.kata === kata)?.faces;
  expect(facesOf('shop', 'delivery')).toEqual({ mcp: 0, rest: 3, cli: 0, explorer: 0 });
  expect(facesOf('shop', 'delivery', 'cut-release')).toEqual({ mcp: 0, rest: 1, cli: 0, explorer: 1 });
  expect(facesOf('acme', 'delivery')).toEqual({ mcp: 0, rest: 0, cli: 0, explorer: 1 });
  expect(facesOf('shop', 'backend.api')).toEqual({ mcp: 0, rest: 0, cli: 0, explorer: 0 });
});

test('a command counts, and without the setting nothing is counted or written', async () => {
  const rules = await tempFolder(smallContent);
  const file = await newFile();
  const read = (...more: string[]) =>
    precept(['rules', 'acme', '--rules-path', rules, '--usage-file', file, ...more]);
  expect((await read()).code).toBe(0);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  expect((await read('--usage', 'true')).code).toBe(0);
  expect((await linesOf(file)).flatMap(({ counts }) => counts.map(named))).toEqual([
    'acme delivery cli 1',
    'acme backend.api cli 1',
  ]);
});

test('counts are sent on, each once, and those of scopes that the receiver does not know are dropped', async () => {
  const [rules, received, file] = [await tempFolder(smallContent), await newFile(), await newFile()];
  const own = await tempFolder({ ...smallContent, 'own/commandments.yml': 'a:\n  ruleset: [One]\n' });
  const master = await createMaster(await newFile(), {
    PRECEPT_RULES_PATH: rules,
    PRECEPT_USAGE: 'true',
    PRECEPT_USAGE_FILE: received,
  });
  const env = {
    PRECEPT_RULES_PATH: own,
    PRECEPT_USAGE: 'true',
    PRECEPT_USAGE_FILE: file,
    PRECEPT_USAGE_FORWARD: 'true',
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_RETRY_SECONDS: '0',
  };
  await master.start();
  const read = async () => {
    const agent = await startAgentServer({ env });
    for (const [index, scope] of ['shop', 'own'].entries()) {
      agent.stdin.write(`${JSON.stringify(toolCall(index, 'get_rules', { scope_name: scope }))}\n`);
      await answerTo(agent, index);
    }
    return agent;
  };
  (await read()).stdin.end();
  await until(async () => (await linesOf(file).catch(() => [])).length === 1, 'the counts were stored');
  const second = await read();
  const stored = () => linesOf(received).catch((): UsageLine[] => []);
  await until(async () => (await stored()).length > 0, 'the counts arrived');
  expect((await stored()).flatMap(({ counts }) => counts.map(named)).sort()).toEqual([
    'shop backend.api mcp 1',
    'shop delivery mcp 1',
  ]);
  second.stdin.end();
  await second.ended;
  await master.kill();
});

test('an end within a second though the receiver hangs', async () => {
  const [file, stub] = [await newFile(), await createStub()];
  stub.answer(0);
  const rules = await tempFolder(smallContent);
  const agent = await startAgentServer({
    env: {
      PRECEPT_RULES_PATH: rules,
      PRECEPT_USAGE: 'true',
      PRECEPT_USAGE_FILE: file,
      PRECEPT_USAGE_FORWARD: 'true',
      PRECEPT_MASTER_SERVER_URL: stub.url,
      PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
    },
  });
  agent.stdin.end();
  expect((await agent.ended).code).toBe(0);
  await stub.close();
});
