import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startStub } from '../federation/servers.ts';
import { missed } from '../feedback/support.ts';
import { modern, toolCall } from '../mcp/wire.ts';
import { replaceFile, tempFolder, writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';
import { startBareServer } from './bare-server.ts';
import { answerAsMaster } from './master.ts';
import { memoryOf } from './process-memory.ts';

/** What answers of a bare server are called, which tell how slow the machine is. */
export const yardstick = 'a bare server';

/** Milliseconds that a change of a file may take to be seen on a machine that is busy with all of this, and with more. */
const patience = 60_000;

/** One answer: what was asked, when (in milliseconds since the start), and how long it took. */
export interface Sample {
  readonly what: string;
  readonly at: number;
  readonly took: number;
}

export interface Soak {
  readonly samples: readonly Sample[];
  /** Resident memory by milliseconds since the start, in MiB. */
  readonly memory: readonly (readonly [at: number, megabytes: number])[];
  readonly peak: number;
  /** The first few answers that were wrong, as text. */
  readonly errors: readonly string[];
  /** Lines of the server's log, but for its access log. */
  readonly logged: readonly string[];
  /** Entries in the feedback log, and the reports that were acknowledged. */
  readonly feedback: readonly [found: number, acknowledged: number];
  /** How often content changed, the master came, and the server reloaded. */
  readonly changes: number;
  readonly outages: number;
  readonly reloads: number;
}

const kata = 'a:\n  katas:\n    do-it: {when: Always, procedure: "1. For {{ scope.name }}."}\n';
/** Forty rules, of which the first begins with `text`, as when an author edits one of them. */
const rules = (text: string) => {
  const list = Array.from({ length: 39 }, (_, at) => `    - "Rule ${at} of {{ scope.name }}"\n`).join('');
  return `a.b:\n  when: When {{ scope.name }} changes\n  ruleset:\n    - "${text} of {{ scope.name }}"\n${list}`;
};
const content = {
  'base/commandments.yml': rules('Base'),
  'shop/metadata.yml': 'description: The shop\nparent: base\n',
  'shop/suggestions.yml': rules('Shop'),
  'shop/katas.yml': kata,
  'far/commandments.yml': 'near:\n  ruleset: [From here]\n',
};

/**
 * Puts one program with all its faces under mixed load for that long: calls over stdio, REST and /mcp, feedback, reloads, files
 * that change, and a master that comes and goes. Every answer is looked at.
 */
export async function soak(seconds: number, env: Readonly<Record<string, string>> = {}): Promise<Soak> {
  const port = await freePort();
  const folder = await tempFolder({
    'settings.yml': `rules_path: rules\nmaster_server_url: http://127.0.0.1:${port}\nremote_timeout_seconds: 1\nremote_retry_seconds: 1\nfeedback_file: feedback.jsonl\n`,
  });
  await writeFiles(`${folder}/rules`, content);
  const args = ['-c', `${folder}/settings.yml`, '--http', '127.0.0.1:0', '--watch', '--log-level', 'info'];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile, ...args],
    env: await cleanEnvironment(env),
    cwd: folder,
    stderr: 'pipe',
  });
  let log = '';
  const logged: string[] = [];
  transport.stderr?.on('data', (chunk) => {
    const lines = `${log}${chunk}`.split('\n');
    log = lines.pop() ?? '';
    for (const line of lines) if (!/^precept info: (GET|POST) /.test(line)) logged.push(line);
  });
  const client = new Client({ name: 'soak', version: '1.0.0' });
  await client.connect(transport);
  while (!logged.some((line) => line.includes('listening on'))) await pause(20);
  const url = /listening on (\S+)/.exec(logged.join('\n'))?.[1] ?? '';
  const pid = transport.pid ?? 0;
  const bare = await startBareServer();

  const start = performance.now();
  const isOver = () => performance.now() - start >= seconds * 1000;
  const samples: Sample[] = [];
  const errors: string[] = [];
  const counts = { acknowledged: 0, changes: 0, outages: 0, reloads: 0 };

  /** Does one thing again and again, with a pause between. */
  async function repeat(wait: number, what: string, act: (turn: number) => Promise<string>, wanted: RegExp) {
    for (let turn = 0; !isOver() && errors.length < 5; turn++) {
      const at = performance.now() - start;
      const text = await act(turn).catch((error: unknown) => String(error));
      samples.push({ what, at, took: performance.now() - start - at });
      if (!wanted.test(text)) errors.push(`${what}: ${text.slice(0, 300)}`);
      await pause(wait * (0.5 + Math.random()));
    }
  }
  const call = async (name: string, given: Record<string, string>) => {
    const { content: parts } = await client.callTool({ name, arguments: given });
    return JSON.stringify(parts);
  };
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return `${response.status} ${response.headers.get('etag')} ${await response.text()}`;
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const init = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) };
    const response = await fetch(url + path, init);
    return `${response.status} ${await response.text()}`;
  };
  let etag = '';
  const shop = { scope_name: 'shop' };

  const tasks = [
    repeat(
      20,
      'stdio get_rules',
      () => call('get_rules', shop),
      /Base of shop.*Rule 38 of shop.*(Shop|Change \d+) of shop/s,
    ),
    repeat(30, 'stdio get_rules of a master', () => call('get_rules', { scope_name: 'far' }), /From here/),
    repeat(30, 'stdio index', () => call('get_category_index', shop), /a\.b/),
    repeat(30, 'stdio kata', () => call('get_kata', { kata_name: 'do-it', ...shop }), /1\. For shop\./),
    repeat(30, 'stdio kata index', () => call('get_kata_category_index', shop), /do-it/),
    repeat(100, 'stdio mistake', () => call('get_rules', { scope_name: 'shpo' }), /nearest names/),
    repeat(
      100,
      'stdio feedback',
      async (turn) => {
        const told = await call('submit_feedback', { ...missed, categories: 'a.b', task: `stdio ${turn}` });
        counts.acknowledged++;
        return told;
      },
      /./,
    ),
    repeat(
      20,
      'GET rules',
      () => get('/api/v1/scopes/shop/rules', { accept: 'text/markdown' }),
      /^200 .*Base of shop/s,
    ),
    repeat(
      20,
      'GET rules again',
      async () => {
        const text = await get('/api/v1/scopes/shop/rules', { 'if-none-match': etag });
        etag = / (\S+)/.exec(text)?.[1] ?? '';
        return text;
      },
      /^(200|304) /,
    ),
    repeat(50, 'GET rules of a master', () => get('/api/v1/scopes/far/rules'), /^200 .*From here/s),
    repeat(100, 'GET a page', () => get('/scopes/shop', { accept: 'text/html' }), /^200 .*<html/s),
    repeat(100, 'GET nothing', (turn) => get(`/api/v1/scopes/none-${turn}/rules`), /^404 /),
    repeat(
      100,
      'POST feedback',
      async (turn) => {
        const told = await post('/api/v1/feedback', { ...missed, task: `rest ${turn}` });
        counts.acknowledged++;
        return told;
      },
      /^201 /,
    ),
    repeat(
      30,
      'POST /mcp, 2025-11-25',
      () => post('/mcp', toolCall(1, 'get_rules', shop), { 'mcp-protocol-version': '2025-11-25' }),
      /^200 .*Base of shop/s,
    ),
    repeat(
      30,
      'POST /mcp, 2026-07-28',
      () =>
        post('/mcp', modern(1, 'tools/call', { name: 'get_rules', arguments: shop }), {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'get_rules',
        }),
      /^200 .*Base of shop/s,
    ),
    repeat(
      1500,
      'POST reload',
      async () => {
        counts.reloads++;
        return post('/api/v1/reload', {});
      },
      /^200 .*"reloaded":true/s,
    ),
    repeat(
      300,
      'a change',
      async () => {
        counts.changes++;
        const wanted = `Change ${counts.changes} `;
        // As careful editors do.
        await replaceFile(`${folder}/rules/shop/suggestions.yml`, rules(wanted.trim()));
        const end = performance.now() + patience;
        while (performance.now() < end) {
          if ((await get('/api/v1/scopes/shop/rules')).includes(wanted)) return 'seen';
          await pause(20);
        }
        return 'a change of a file was not seen';
      },
      /^seen$/,
    ),
    repeat(10, yardstick, async () => (await fetch(bare.url)).text(), /^x{3000}$/),
    flap(),
  ];

  async function flap(): Promise<void> {
    while (!isOver()) {
      const stub = await startStub(answerAsMaster, port);
      await pause(1000 + Math.random() * 1000);
      await stub.close();
      counts.outages++;
      if (!isOver()) await pause(1000 + Math.random() * 1000);
    }
  }

  const memory: [number, number][] = [];
  const watch = setInterval(() => memory.push([performance.now() - start, memoryOf(pid).now]), 250);
  await Promise.all(tasks);
  clearInterval(watch);
  const { peak } = memoryOf(pid);
  await client.close();
  bare.close();
  const found = (await readFile(`${folder}/feedback.jsonl`, 'utf8')).split('\n').filter(Boolean).length;
  const { acknowledged, ...rest } = counts;
  return { samples, memory, peak, errors, logged, feedback: [found, acknowledged], ...rest };
}
