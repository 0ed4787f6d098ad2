import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cliRequests } from './cli-requests.ts';
import { mcpRequests } from './mcp-requests.ts';
import { startOlderMaster } from './older-master.ts';
import { plain } from './plain.ts';
import { type Running, runToEnd, startRunning } from './programs.ts';
import { pageRequests, type RestRequest, restRequests } from './rest-requests.ts';
import { writeReader, writeWorld } from './world.ts';

/** What a program answered: request in words -> answer as text, without what varies from run to run. */
export type Recording = ReadonlyMap<string, string>;

/** Faces that can be recorded; the explorer's pages only where they are asked for. */
export const faces = ['rest', 'mcp', 'cli', 'pages'] as const;
export type Face = (typeof faces)[number];

interface Scene {
  readonly program: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly names: Map<string, string>;
  readonly recorded: Map<string, string>;
  /** Settings of each server, as flags, and where it is started. */
  readonly servers: Readonly<Record<string, { readonly cwd: string; readonly args: readonly string[] }>>;
}

const servers: Scene['servers'] = {
  acme: { cwd: 'project', args: ['-c', '../examples/acme/settings.yml'] },
  mixed: { cwd: 'mixed', args: ['-c', 'settings.yml'] },
  flat: { cwd: 'flat', args: ['-c', 'settings.yml'] },
  vision: { cwd: 'vision', args: ['-r', 'rules'] },
  reader: { cwd: 'reader', args: ['-c', 'settings.yml'] },
  planted: { cwd: 'planted', args: ['-r', 'rules'] },
  empty: { cwd: 'empty', args: [] },
};

/**
 * Sends all requests of these faces to one built program, each server over content of its own kind, one request after
 * the other. Throws if a program ends before it has answered.
 */
export async function record(program: string, wanted: readonly Face[]): Promise<Recording> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'precept-records-')));
  const older = await startOlderMaster();
  const ends: (() => Promise<unknown>)[] = [older.close];
  try {
    await writeWorld(folder);
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: path.join(folder, 'home'),
      NO_COLOR: '1',
      PRECEPT_MOOD: 'calm',
    };
    const names = new Map([
      [folder, '<folder>'],
      [older.url, '<older>'],
    ]);
    const scene: Scene = { program, folder, env, names, recorded: new Map(), servers };
    const { stdout } = await runToEnd({ program, args: ['--version'], cwd: folder, env });
    names.set(stdout.trim(), '<version>');

    const masters = { older: older.url, organisation: '', region: '' };
    for (const name of ['organisation', 'region'] as const) {
      const args = ['serve', '--port', '0', '-r', path.join(folder, 'examples/federation', name, 'rules')];
      const master = await startRunning({ program, args, cwd: folder, env }, true);
      ends.push(master.end);
      masters[name] = master.url;
      nameAddress(scene, master.url, name);
    }
    await writeReader(folder, masters);
    if (wanted.includes('rest')) await recordRest(scene, restRequests);
    if (wanted.includes('pages')) await recordRest(scene, pageRequests);
    if (wanted.includes('mcp')) await recordMcp(scene);
    if (wanted.includes('cli')) await recordCli(scene);
    return scene.recorded;
  } finally {
    for (const end of ends) await end();
    await rm(folder, { recursive: true, force: true });
  }
}

function nameAddress({ names }: Scene, url: string, name: string): void {
  names.set(url, `<${name}>`);
  names.set(new URL(url).host, `<${name} host>`);
}

/** Keeps an answer; the same request twice is told apart by a number. */
function keep({ recorded, ...scene }: Scene, request: string, answer: string): void {
  const what = plain(request, scene);
  let key = what;
  for (let count = 2; recorded.has(key); count += 1) key = `${what} (${count})`;
  recorded.set(key, plain(answer, scene));
}

async function startAll(
  scene: Scene,
  wanted: readonly string[],
  args: readonly string[],
): Promise<Map<string, Running>> {
  const started = new Map<string, Running>();
  for (const name of new Set(wanted)) {
    const server = scene.servers[name];
    if (server === undefined) throw new Error(`there is no server ${name}`);
    const start = { ...scene, args: [...args, ...server.args], cwd: path.join(scene.folder, server.cwd) };
    const running = await startRunning(start, args.includes('serve'));
    if (running.url !== '') nameAddress(scene, running.url, name);
    started.set(name, running);
  }
  return started;
}

async function endAll(scene: Scene, face: Face, started: ReadonlyMap<string, Running>): Promise<void> {
  for (const [name, running] of started) keep(scene, `${face} ${name}: standard error`, await running.end());
}

async function recordRest(scene: Scene, requests: readonly RestRequest[]): Promise<void> {
  const names = requests.map(({ server }) => server);
  const started = await startAll(scene, names, ['serve', '--port', '0']);
  let etag = '';
  for (const one of requests) {
    const answer = await send(started.get(one.server)?.url ?? '', one, etag);
    etag = answer.etag;
    const headers = Object.entries(one.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    const body = one.body === undefined ? '' : ` ${one.body.slice(0, 200)}`;
    keep(
      scene,
      `rest ${one.server}: ${[`${one.method} ${one.path}`, ...headers].join(', ')}${body}`,
      answer.text,
    );
  }
  await endAll(scene, 'rest', started);
  const log = path.join(scene.folder, 'project/.precept/feedback.jsonl');
  keep(scene, 'rest acme: feedback file', await readFile(log, 'utf8').catch(() => 'none'));
}

/** Headers that differ without a difference: the tag follows from the bytes, which are compared. */
const left = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
const masked = new Set(['etag', 'x-request-id']);

function send(url: string, one: RestRequest, lastTag: string): Promise<{ text: string; etag: string }> {
  const headers = Object.fromEntries(
    Object.entries(one.headers ?? {}).map(([name, value]) => [name, value.replace('<last>', lastTag)]),
  );
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method: one.method, path: one.path, headers, agent: false });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const shown = Object.entries(response.headers)
          .filter(([name]) => !left.has(name))
          .map(([name, value]) => `${name}: ${masked.has(name) ? '<…>' : value}`)
          .sort();
        const text = [`${response.statusCode}`, ...shown, '', Buffer.concat(chunks).toString('utf8')].join(
          '\n',
        );
        // A tag that was sent back stays the last one: a 304 need not be followed by the full answer.
        resolve({ text, etag: response.headers.etag ?? lastTag });
      });
    });
    asked.end(one.body);
  });
}

async function recordMcp(scene: Scene): Promise<void> {
  const started = await startAll(
    scene,
    mcpRequests.map(({ server }) => server),
    [],
  );
  const clientInfo = { name: 'records', version: '1.0.0' };
  for (const [name, running] of started) {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    keep(scene, `mcp ${name}: initialize`, await exchange(running, 'first', 'initialize', params));
    running.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  }
  for (const [at, { server, method, params }] of mcpRequests.entries()) {
    const running = started.get(server);
    if (running === undefined) continue;
    const words = `mcp ${server}: ${method} ${JSON.stringify(params)}`;
    keep(scene, words, await exchange(running, `r${at}`, method, params));
  }
  await endAll(scene, 'mcp', started);
}

async function exchange(running: Running, id: string, method: string, params: object): Promise<string> {
  const written = running.line((line) => line.includes(`"id":"${id}"`));
  running.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  return written;
}

async function recordCli(scene: Scene): Promise<void> {
  for (const { cwd, args } of cliRequests) {
    const { code, stdout, stderr } = await runToEnd({ ...scene, args, cwd: path.join(scene.folder, cwd) });
    const answer = `exit ${code}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`;
    keep(scene, `cli ${cwd}: precept ${args.join(' ')}`, answer);
  }
  const log = path.join(scene.folder, 'vision/.precept/validation.jsonl');
  keep(scene, 'cli vision: validation file', await readFile(log, 'utf8').catch(() => 'none'));
}
