import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { acmeSettings, addressOf, programFile, startProgram } from '../support/program.ts';

/** The program in a folder of its own, and what takes its code away as an update of the package does. */
async function installed() {
  const folder = await tempFolder();
  const dist = path.join(folder, 'dist');
  await cp(path.dirname(programFile), dist, { recursive: true });
  await cp(path.join(path.dirname(programFile), '../package.json'), path.join(folder, 'package.json'));
  const remove = () => rm(path.join(dist, 'chunks'), { recursive: true });
  return { main: path.join(dist, 'main.js'), remove };
}

const json = { 'content-type': 'application/json' };
const mcp = { ...json, accept: 'application/json, text/event-stream' };
const find = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'find_guidance', arguments: { scope_name: 'checkout', task: 'add an endpoint' } },
});

test('a server answers everything after its program was replaced', { timeout: 60_000 }, async () => {
  const { main, remove } = await installed();
  const own = { PRECEPT_FEEDBACK_FILE: path.join(await tempFolder(), 'feedback.jsonl') };
  const env = { PRECEPT_LOG_LEVEL: 'debug', ...own };
  const program = await startProgram(['-c', acmeSettings, 'serve', '--port', '0'], { main, env });
  const address = await addressOf(program);
  await program.logged('all that this server may need of the program is loaded');
  await remove();
  const scope = '/api/v1/scopes/checkout';
  const asked: [string, RequestInit?][] = [
    ...['/', '/scopes/checkout', '/find?task=x', '/usage', '/feedback', '/openapi.json', '/ready'].map(
      (page): [string] => [page],
    ),
    ...['/rules', '/index', '/find?task=add', '/katas', '/bundle', '/tenka/stories', '/diff?with=acme'].map(
      (part): [string] => [`${scope}${part}`],
    ),
    [`${scope}/review`, { method: 'POST', headers: json, body: JSON.stringify({ patch: '' }) }],
    ['/api/v1/feedback', { method: 'POST', headers: json, body: JSON.stringify({ kind: 'missing' }) }],
    ['/mcp', { method: 'POST', headers: mcp, body: find }],
  ];
  for (const [at, init] of asked) {
    const answer = await fetch(`${address}${at}`, init);
    expect([at, answer.status, answer.status < 500 ? '' : await answer.text()]).toEqual([
      at,
      expect.any(Number),
      '',
    ]);
  }
  expect(program.stderr()).not.toContain('ERR_MODULE_NOT_FOUND');
});

test('a session of an agent says that its program was replaced', async () => {
  const { main, remove } = await installed();
  const program = await startProgram(['-c', acmeSettings], { main });
  let id = 0;
  const request = (method: string, params: object) => {
    const own = ++id;
    program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
    return program.line((line) => line.includes(`"id":${own}}`) || line.includes(`"id":${own},`));
  };
  const call = (name: string) =>
    request('tools/call', { name, arguments: { scope_name: 'checkout', task: 'add an endpoint' } });
  const clientInfo = { name: 'test', version: '1' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await remove();
  expect(await call('find_guidance')).toMatch(/files of this Precept were replaced.*restart its MCP server/);
  const unusual = await request('completion/complete', {});
  expect(unusual).toMatch(/-32603.*files of this Precept were replaced/);
});
