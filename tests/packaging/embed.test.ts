import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as OldInMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Precept from '../../src/index.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { cleanEnvironment, follow } from '../support/program.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const about = { name: 'precept-tests', version: '1.0.0' };
const address = { host: '127.0.0.1', port: 1234 };

let precept: typeof Precept;
beforeAll(async () => {
  // What a program gets that imports the package: the built file, by the package's own name.
  precept = await import(import.meta.resolve('precept-mcp'));
});

/** A service over one scope with one rule. */
async function shop(options: Partial<Precept.ServiceOptions> = {}): Promise<Precept.Service> {
  const cwd = await tempFolder({
    'guidance/shop/commandments.yml':
      'api:\n  ruleset: ["Hello {{ scope.name }} from {{ TEAM | default(\'us\') }}"]\n',
  });
  return precept.createService({ cwd, settings: { rules_path: 'guidance' }, ...options });
}

const askRules = { name: 'get_rules', arguments: { scope_name: 'shop' } };

describe('the package in a program', () => {
  it('does nothing when it is imported', async () => {
    const cwd = await tempFolder();
    const code = `
      const world = () =>
        JSON.stringify([process.eventNames().map(String), Object.getOwnPropertyNames(globalThis), process.env]);
      const before = world();
      const names = Object.keys(await import(${JSON.stringify(import.meta.resolve('precept-mcp'))}));
      console.log(JSON.stringify({ names, same: world() === before }));`;
    const args = ['--input-type=module', '--eval', code];
    const { stdout, stderr } = await run(process.execPath, args, { cwd, env: await cleanEnvironment() });
    expect(stderr).toBe('');
    expect(await readdir(cwd)).toEqual([]);
    expect(JSON.parse(stdout)).toEqual({
      names: ['ConfigError', 'createHttpApp', 'createMcpServer', 'createService', 'definePlugin'],
      same: true,
    });
  });

  it('serves MCP in memory to clients of both generations', async () => {
    const service = await shop();
    const [near, far] = InMemoryTransport.createLinkedPair();
    const [oldNear, oldFar] = OldInMemoryTransport.createLinkedPair();
    const servers = [precept.createMcpServer(service), precept.createMcpServer(service)] as const;
    await Promise.all([servers[0].connect(far), servers[1].connect(oldFar)]);
    const client = new Client(about);
    const oldClient = new OldClient(about);
    await Promise.all([client.connect(near), oldClient.connect(oldNear as never)]);
    for (const one of [client, oldClient]) {
      const { content } = await one.callTool(askRules);
      expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('Hello shop from us') }]);
    }
    await Promise.all([client.close(), oldClient.close(), ...servers.map((server) => server.close())]);
    await service.close();
  });

  it('tells a connected client of a reload', async () => {
    const service = await shop();
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = precept.createMcpServer(service);
    await server.connect(far);
    const client = new Client(about);
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/resources/list_changed', () => resolve());
    });
    await client.connect(near);
    await service.reload();
    await told;
    await client.close();
    expect(await service.reload()).toEqual([]);
    await service.close();
  });

  it('tells its log, and nobody else, of a client that cannot be told', async () => {
    const lines: string[] = [];
    const service = await shop({
      settings: { rules_path: 'guidance', log_level: 'debug' },
      log: (line) => lines.push(line),
    });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = precept.createMcpServer(service);
    await server.connect(far);
    const client = new Client(about);
    await client.connect(near);
    far.send = () => Promise.reject(new Error('broken pipe'));
    const stray: unknown[] = [];
    const hear = (error: unknown) => stray.push(error);
    process.on('unhandledRejection', hear);
    await service.reload();
    await expect.poll(() => lines.concat(stray.map(String))).toEqual(['precept debug: mcp: broken pipe\n']);
    process.off('unhandledRejection', hear);
    await client.close();
    await service.close();
  });

  it('answers fetch: REST, pages with their files, and MCP', async () => {
    const service = await shop({ env: { PRECEPT_TEAM: 'the desk' } });
    const { fetch, close } = precept.createHttpApp(service, address);
    const get = async (path: string) => fetch(new Request(`http://127.0.0.1:1234${path}`));
    expect(await (await get('/api/v1/scopes')).json()).toEqual(['shop']);
    expect(await (await get('/api/v1/scopes/shop/rules')).text()).toContain('Hello shop from the desk');
    expect((await get('/docs')).status).toBe(200);
    expect((await get('/swagger-ui/swagger-ui.css')).status).toBe(200);

    const client = new Client(about);
    const send: typeof globalThis.fetch = async (input, init) => fetch(new Request(input, init));
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://127.0.0.1:1234/mcp'), { fetch: send }),
    );
    const { content } = await client.callTool(askRules);
    expect(content).toMatchObject([{ text: expect.stringContaining('Hello shop from the desk') }]);
    await client.close();
    await close();
    await service.close();
  });

  it('refuses requests before it knows its address, and for other hosts after', async () => {
    const service = await shop();
    const app = precept.createHttpApp(service);
    const ask = async (host: string) => (await app.fetch(new Request(`http://${host}/api/v1/scopes`))).status;
    expect(await ask('127.0.0.1:1234')).toBe(403);
    app.listensOn(address);
    expect(await ask('127.0.0.1:1234')).toBe(200);
    expect(await ask('evil.example')).toBe(403);
    await service.close();
  });

  it('reads its files anew after reload', async () => {
    const cwd = await tempFolder({ 'rules/shop/commandments.yml': 'api:\n  ruleset: [Old]\n' });
    const service = await precept.createService({ cwd, settings: { rules_path: 'rules' } });
    const app = precept.createHttpApp(service, address);
    const ask = async () =>
      (await app.fetch(new Request('http://127.0.0.1:1234/api/v1/scopes/shop/rules'))).text();
    expect(await ask()).toContain('Old');
    await writeFiles(cwd, { 'rules/shop/commandments.yml': 'api:\n  ruleset: [New]\n' });
    expect(await service.reload()).toEqual([]);
    expect(await ask()).toContain('New');
    await service.close();
  });

  it('takes options before variables, and those before the settings file', async () => {
    const cwd = await tempFolder({
      'own.yml': 'rules_path: rules\ndefault_scope: file\nlog_level: info\n',
      'rules/file/metadata.yml': '',
    });
    const lines: string[] = [];
    const service = await precept.createService({
      cwd,
      settingsFile: 'own.yml',
      settings: { default_scope: 'option' },
      env: { PRECEPT_DEFAULT_SCOPE: 'variable', PRECEPT_DEFAULT_SCOP: 'x' },
      log: (line) => lines.push(line),
    });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = precept.createMcpServer(service);
    await server.connect(far);
    const client = new Client(about);
    await client.connect(near);
    const { content } = await client.callTool({ name: 'get_rules', arguments: {} });
    expect(content).toMatchObject([{ text: expect.stringContaining('"option"') }]);
    expect(lines).toEqual([expect.stringMatching(/^precept warn: "DEFAULT_SCOP".*default_scope\?\n$/)]);
    await client.close();
    await service.close();
  });

  it('says what is wrong with its options', async () => {
    const cwd = await tempFolder();
    const settings = { cache_ttl_seconds: -1, rules_path: 'nowhere' };
    const failed = await precept.createService({ cwd, settings }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(precept.ConfigError);
    expect(String(failed)).toMatch(/cache_ttl_seconds \(option cache_ttl_seconds\): -1 .*whole number/);
    expect(String(failed)).toMatch(/rules_path \(option\): .*nowhere is not a folder/);
    await expect(precept.createService({ cwd, settingsFile: 'none.yml' })).rejects.toThrow(
      'none.yml (option settingsFile) does not exist',
    );
    expect(() => precept.createMcpServer(precept.createService({ cwd }) as never)).toThrow(
      /await createService/,
    );
  });
});

describe('examples/embed', () => {
  it('serves one service over stdio and HTTP, and ends with its agent', async () => {
    const env = await cleanEnvironment({ PORT: '0' });
    const program = `${root}examples/embed/server.mjs`;
    const child = follow(spawn(process.execPath, [program], { env, cwd: env.HOME, stdio: 'pipe' }));
    await child.logged('listening on');
    const url = /http:\S+/.exec(child.stderr())?.[0];
    expect(await (await fetch(`${url}/hello`)).text()).toBe('Hello from our own program');
    expect(await (await fetch(`${url}/api/v1/scopes`)).json()).toContain('checkout');
    child.stdin.end();
    expect(await child.ended).toMatchObject({ code: 0, stdout: '' });
  });

  it('answers an agent', async () => {
    const env = await cleanEnvironment({ PORT: '0' });
    const args = [`${root}examples/embed/server.mjs`];
    const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
    const client = new Client(about, { versionNegotiation: { mode: 'auto' } });
    await client.connect(transport);
    const { content } = await client.callTool({ name: 'get_category_index', arguments: {} });
    expect(content).toMatchObject([
      { text: expect.stringContaining('Index of rule categories for scope checkout') },
    ]);
    await client.close();
  });
});
