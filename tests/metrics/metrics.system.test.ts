import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { audience, startIssuer } from '../auth/issuer.ts';
import { answerSnippet } from '../docs/rules.ts';
import { until } from '../feedback/support.ts';
import { httpClient, smallContent } from '../http/client.ts';
import { initialize, initialized, toolCall } from '../mcp/wire.ts';
import { tempFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { addressOf, type RunningProgram, startProgram } from '../support/program.ts';

const promtool = spawnSync('promtool', ['--version']).status === 0;
const whyNot = promtool ? '' : ' (skipped: no promtool; Debian has it in the package prometheus)';
const examples = fileURLToPath(new URL('../../examples/monitoring/', import.meta.url));

/** Values by name and labels, as they stand. */
function valuesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]));
}

let server: RunningProgram;
let url: string;
let metrics: () => Promise<string>;
let metricsPort: number;
beforeAll(async () => {
  const port = await freePort();
  metricsPort = port;
  server = await startProgram(['serve', '--port', '0'], {
    env: {
      PRECEPT_RULES_PATH: await tempFolder(smallContent),
      PRECEPT_METRICS: 'true',
      PRECEPT_METRICS_PORT: String(port),
      PRECEPT_LOG_LEVEL: 'info',
      PRECEPT_LOG_FORMAT: 'json',
    },
  });
  url = await addressOf(server).then((text) => text.replace(/[",].*$/, ''));
  metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (const path of [
    '/api/v1/scopes/shop/rules',
    '/api/v1/scopes/shop/rules',
    '/api/v1/scopes/gone/rules',
    '/x/y',
  ])
    await (await fetch(`${url}${path}?token=abc`)).text();
  const mcp = async (message: object) =>
    (
      await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(message),
      })
    ).text();
  await mcp(initialize);
  await mcp(initialized);
  await mcp(toolCall(1, 'get_rules', { scope_name: 'shop' }));
  await mcp(toolCall(2, 'get_rules', { scope_name: 'gone' }));
  await mcp(toolCall(3, `made-up-${'x'.repeat(50)}`));
  await mcp({ jsonrpc: '2.0', id: 4, method: 'made/up' });
  await until(async () => (await metrics()).includes('route="other"'), 'the last request was counted');
});

describe('metrics', () => {
  test('count requests by route, and MCP requests by tool, whatever clients make up', async () => {
    const text = await metrics();
    const values = valuesOf(text);
    const http = (method: string, route: string, status: number) =>
      values.get(
        `precept_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(http('GET', '/api/v1/scopes/{scope_name}/rules', 200)).toBe(2);
    expect(http('GET', '/api/v1/scopes/{scope_name}/rules', 404)).toBe(1);
    expect(http('GET', 'other', 404)).toBe(1);
    const calls = (tool: string, type: string, code = '') =>
      values.get(
        `mcp_server_operation_duration_seconds_count{mcp_method_name="tools/call",gen_ai_tool_name="${tool}",error_type="${type}",rpc_response_status_code="${code}",network_transport="tcp"}`,
      );
    expect(calls('get_rules', '')).toBe(1);
    expect(calls('get_rules', 'tool_error')).toBe(1);
    expect(text).toContain('gen_ai_tool_name="other"');
    expect(text).toContain('mcp_method_name="other"');
    expect(text).not.toMatch(/made|abc|gone|shop/);
    expect(values.get('precept_cache_hits_total{cache="scopes"}')).toBeGreaterThan(0);
    expect(values.get('precept_cache_misses_total{cache="scopes"}')).toBeGreaterThan(0);
    expect(values.get('precept_feedback_queue')).toBe(0);
    expect(text).toContain('# TYPE precept_master_up gauge');
    expect(text).not.toContain('precept_store_up');
  });

  test('have a listener of their own, and then are not on the other', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });

  test('and that listener answers only as itself, and no page of another site', async () => {
    const ask = (path: string, headers: OutgoingHttpHeaders, method = 'GET') =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port: metricsPort, path, headers, method }, (answer) => {
          let body = '';
          answer.setEncoding('utf8').on('data', (part: string) => (body += part));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        });
        asked.on('error', reject).end();
      });
    const own = `127.0.0.1:${metricsPort}`;
    expect(await ask('/metrics', { host: own })).toMatchObject({ status: 200 });
    expect(await ask('/metrics?x=1', { host: `localhost:${metricsPort}` })).toMatchObject({ status: 200 });
    expect(await ask('/metrics', { host: own }, 'HEAD')).toEqual({ status: 200, body: '' });
    expect(await ask('/other', { host: own })).toMatchObject({ status: 404 });
    expect(await ask('/metrics', { host: own }, 'POST')).toMatchObject({ status: 404 });
    for (const host of [`rebound.example:${metricsPort}`, '127.0.0.1', '127.0.0.1:1', 'a b', '\u00e9']) {
      const refused = await ask('/metrics', { host });
      expect(refused.status, host).toBe(403);
      expect(refused.body).toContain('"code":"foreign-host"');
      expect(refused.body).not.toContain('precept_');
    }
    const foreign = await ask(`http://rebound.example:${metricsPort}/metrics`, { host: own });
    expect(foreign.status).toBe(403);
    const page = await ask('/metrics', { host: own, origin: 'https://elsewhere.example' });
    expect(page).toMatchObject({ status: 403, body: expect.stringContaining('foreign-origin') });
  });

  test.skipIf(!promtool)(`are good to Prometheus, and so are the examples${whyNot}`, async () => {
    const run = (args: string[], input = '') =>
      spawnSync('promtool', args, { input, cwd: examples, encoding: 'utf8' });
    const checked = run(['check', 'metrics'], await metrics());
    expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(run(['check', 'rules', 'alerts.yml'])).toMatchObject({ status: 0 });
    execFileSync('promtool', ['check', 'config', 'prometheus.yml'], { cwd: examples });
  });

  test('have the names that the examples and the docs ask for', async () => {
    const text = await metrics();
    const asked = ['alerts.yml', 'dashboard.json', '../../docs/monitor.md']
      .map((file) => readFileSync(`${examples}${file}`, 'utf8'))
      .join();
    const names = asked.match(/\b(?:precept|mcp)_[a-z_]+/g) ?? [];
    expect(names.length).toBeGreaterThan(8);
    // With their labels.
    for (const line of answerSnippet('metrics').text.trim().split('\n')) {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(line) ?? [];
      expect(names).toContain(name);
      // Some labels are there only where there is something to say.
      const samples = text.split('\n').filter((one) => one.startsWith(name));
      const shown = new Set(samples.flatMap((one) => one.match(/\w+(?==")/g) ?? []));
      const known = [...labels.split(', '), 'le'];
      expect(
        [...shown].filter((label) => !known.includes(label)),
        name,
      ).toEqual([]);
    }
    // Only servers with a database, or with the setting usage, have these: tests/store and tests/usage ask for them there.
    const elsewhere = ['precept_store_up', 'precept_sessions_total'];
    const here = new Set(names.filter((name) => !elsewhere.includes(name)));
    for (const name of here) expect(text).toContain(name.replace(/_(count|bucket|sum)$/, ''));
  });
});

test('a log in JSON names the facts of a request, and every line is one object', async () => {
  await (
    await fetch(`${url}/api/v1/scopes?secret=1`, { headers: { 'x-request-id': 'r-1', 'user-agent': 'me/1' } })
  ).text();
  await server.logged('"r-1"');
  const lines = server
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines) {
    expect(line).toMatchObject({ time: expect.stringMatching(/Z$/), message: expect.any(String) });
    expect(['error', 'warn', 'info', 'debug']).toContain(line.level);
  }
  const line = lines.find(({ request_id: id }) => id === 'r-1') ?? {};
  // The docs show one with a login.
  const { sub: _, ...documented } = JSON.parse(answerSnippet('logged').text);
  expect(Object.keys(line)).toEqual(Object.keys(documented));
  expect(line).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'GET /api/v1/scopes 200',
    request_id: 'r-1',
    method: 'GET',
    path: '/api/v1/scopes',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    user_agent: 'me/1',
  });
  expect(server.stderr()).not.toMatch(/secret|abc/);
});

test('off, there are none; where callers log in, they are for admins', async () => {
  expect((await (await httpClient(smallContent)).get('/metrics')).status).toBe(404);
  const open = await httpClient(smallContent, { metrics: true });
  const answer = await open.get('/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await answer.text()).toContain('precept_cache_hits_total');
  const issuer = await startIssuer();
  const login = { auth_issuer_url: issuer.url, auth_audience: audience };
  const closed = await httpClient(smallContent, { metrics: true, admin_roles: ['ops'], ...login });
  const as = async (role: string) => ({ authorization: `Bearer ${await issuer.sign({ roles: [role] })}` });
  expect((await closed.get('/metrics')).status).toBe(401);
  expect((await closed.get('/metrics', await as('reader'))).status).toBe(403);
  expect((await closed.get('/metrics', await as('ops'))).status).toBe(200);
});
