import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { createHttpClient } from '../../src/runtime/http/http-client.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { createPost } from '../../src/spool/post.ts';
import { recordReach } from '../../src/usage/record-reach.ts';
import type { SessionCount, UsageLine } from '../../src/usage/usage-line.ts';
import { createUsageLog } from '../../src/usage/usage-log.ts';
import { precept } from '../cli/command-line.ts';
import { answerSnippet } from '../docs/rules.ts';
import { createMaster, createStub } from '../feedback/master.ts';
import { startAgentServer, until } from '../feedback/support.ts';
import { httpClient, jsonOf, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';

const today = () => new Date().toISOString().slice(0, 10);

interface Place {
  readonly rules: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

async function place(more: Readonly<Record<string, string>> = {}): Promise<Place> {
  const rules = await tempFolder(smallContent);
  const file = path.join(await tempFolder(), 'usage.jsonl');
  const env = { PRECEPT_RULES_PATH: rules, PRECEPT_USAGE: 'true', PRECEPT_USAGE_FILE: file, ...more };
  return { rules, file, env };
}

/** One session of a real client, which calls these tools and leaves. */
async function session({ env }: Pick<Place, 'env'>, name: string, tools: readonly string[]): Promise<void> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile],
    env: await cleanEnvironment(env),
    stderr: 'ignore',
  });
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(transport);
  await client.listTools();
  for (const tool of tools) await client.callTool({ name: tool, arguments: argumentsOf(tool) });
  await client.close();
}

const argumentsOf = (tool: string) => {
  if (tool === 'list_scopes') return {};
  return tool === 'find_guidance' ? { scope_name: 'shop', task: 'release' } : { scope_name: 'shop' };
};

const linesOf = async (file: string): Promise<UsageLine[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as UsageLine);
const sessionsOf = async (file: string) => (await linesOf(file)).flatMap(({ sessions = [] }) => sessions);
const count = (
  client: string,
  connected: number,
  asked: number,
  shown: number,
  day = today(),
): SessionCount => ({
  day,
  client,
  connected,
  asked,
  shown,
});
const usageFile = (...sessions: SessionCount[]) =>
  `${JSON.stringify({ timestamp: new Date().toISOString(), counts: [], sessions })}\n`;

test('sessions of a real client are counted as connected and asked, and one that lists the tools and leaves is none', async () => {
  const shop = await place();
  await session(shop, 'opencode', ['list_scopes']);
  await session(shop, 'opencode', ['find_guidance', 'get_rules']);
  await session(shop, 'opencode', []);
  await session(shop, 'claude-code', ['get_category_index']);
  const day = today();
  expect((await sessionsOf(shop.file)).map((one) => ({ ...one, day }))).toEqual([
    count('opencode', 1, 0, 0, day),
    count('opencode', 1, 1, 0, day),
    count('claude-code', 1, 1, 0, day),
  ]);
  await recordReach({ path: shop.file, within: null }, { client: 'claude', what: 'shown' });
  const { code, stdout } = await precept(['usage', '--reach'], { env: shop.env });
  expect(code).toBe(0);
  expect(stdout).toContain(
    '- opencode: 1 of 2 sessions asked\n  Set up the pointer in AGENTS.md: "precept init --client opencode --write".\n',
  );
  expect(stdout).toContain('- claude-code: 1 of 1 sessions asked, 1 shown by a hook\n');
  const json = JSON.parse(
    (await precept(['usage', '--reach', '--format', 'json'], { env: shop.env })).stdout,
  );
  expect(json.entries).toEqual([]);
  expect(
    json.reach.map(({ client, connected, asked, shown }: SessionCount) => [client, connected, asked, shown]),
  ).toEqual([
    ['opencode', 2, 1, 0],
    ['claude-code', 1, 1, 1],
  ]);
  expect(await readFile(shop.file, 'utf8')).not.toMatch(/release|src\//);
});

test('a session that stays is one though it uses nothing', async () => {
  const shop = await place();
  const agent = await startAgentServer({ env: shop.env });
  const isCounted = async () => (await readFile(shop.file, 'utf8').catch(() => '')).endsWith('\n');
  await until(isCounted, 'the session was counted');
  const { stdout } = await precept(['usage', '--reach'], { env: shop.env });
  expect(stdout).toContain('wire: 0 of 1 sessions asked');
  agent.stdin.end();
  await agent.ended;
});

test('nothing is counted without the setting', async () => {
  const shop = await place({ PRECEPT_USAGE: 'false' });
  await session(shop, 'opencode', ['find_guidance']);
  await expect(readFile(shop.file)).rejects.toThrow('ENOENT');
});

describe('the report of sessions', () => {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  test('is as the guide shows it', async () => {
    const shop = await place();
    await writeFile(shop.file, usageFile(count('opencode', 41, 3, 0), count('claude-code', 30, 2, 30)));
    const { stdout } = await precept(['usage', '--reach'], { env: shop.env });
    const { text } = answerSnippet('reach');
    expect(stdout.replace(/^.*/, '')).toBe(text.replace(/^.*/, ''));
  });

  test('is by client and day, each with what would have more of them reached', async () => {
    const shop = await place();
    await writeFile(
      shop.file,
      usageFile(
        count('opencode', 40, 3, 0),
        count('opencode', 1, 0, 0, since(3)),
        count('opencode', 9, 9, 0, since(40)),
        count('gemini-cli-mcp-client', 5, 1, 0),
        count('qwen-cli-mcp-client-precept', 2, 0, 1),
        count('zed', 1, 1, 0),
        count('somebody', 2, 0, 0),
        count('codex', 0, 0, 8),
      ),
    );
    const { stdout } = await precept(['usage', '--reach'], { env: shop.env });
    expect(stdout).toBe(
      [
        `# Reach from ${since(29)} to ${today()}`,
        '',
        '- opencode: 3 of 41 sessions asked',
        '  Set up the pointer in AGENTS.md: "precept init --client opencode --write".',
        '- gemini-cli-mcp-client: 1 of 5 sessions asked',
        '  Set up its hook and the pointer in GEMINI.md: "precept init --client gemini --write"; "precept doctor" says whether the hook fires.',
        '- qwen-cli-mcp-client: 0 of 2 sessions asked, 1 shown by a hook',
        '  Set up its hook and the pointer in AGENTS.md in each project: "precept init --client qwen --write"; "precept doctor" says where the hook does not fire.',
        '- somebody: 0 of 2 sessions asked',
        '  Write a pointer into the file of instructions that it reads: "precept init --client codex --write" has one in AGENTS.md.',
        '- Zed: 1 of 1 sessions asked',
        '- codex-mcp-client: 8 sessions shown by a hook',
        '',
      ].join('\n'),
    );
    const csv = await precept(['usage', '--reach', '--format', 'csv'], { env: shop.env });
    expect(csv.stdout).toContain(`client,day,connected,asked,shown\r\nopencode,${since(3)},1,0,0\r\n`);
    const longer = await precept(['usage', '--reach', '--since', '60d'], { env: shop.env });
    expect(longer.stdout).toContain('opencode: 12 of 50 sessions asked');
  });

  test('holds names that somebody made up in one line, and passes over counts that are none', async () => {
    const shop = await place();
    const agent = await startAgentServer({ env: shop.env });
    agent.stdin.end();
    await agent.ended;
    const bad = [
      count('a\nb', 1, 0, 0),
      count('', 1, 0, 0),
      count('x'.repeat(65), 1, 0, 0),
      count('y', -1, 0, 0),
    ];
    await writeFile(shop.file, usageFile(...bad, count('[x](http://evil)|`', 1, 0, 0)));
    const { stdout } = await precept(['usage', '--reach'], { env: shop.env });
    expect(stdout.match(/^- .*$/gm)).toEqual(['- `[x](http://evil) `: 0 of 1 sessions asked']);
  });

  test('comes over REST, and on a page with the cure beside each row', async () => {
    const http = await httpClient(smallContent, { usage: true });
    const sent = await http.send('/api/v1/usage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ sessions: [count('opencode', 4, 1, 0)] }),
    });
    expect(sent.status).toBe(201);
    expect(await sent.json()).toEqual({ stored: 1 });
    const { reach } = await jsonOf<{ reach: object[] }>(http.get('/api/v1/usage?reach=true'));
    expect(reach).toEqual([
      {
        client: 'opencode',
        connected: 4,
        asked: 1,
        shown: 0,
        cure: 'Set up the pointer in AGENTS.md: "precept init --client opencode --write".',
        days: [{ day: today(), connected: 4, asked: 1, shown: 0 }],
      },
    ]);
    const page = await (await http.get('/usage', { accept: 'text/html' })).text();
    expect(page).toMatch(
      /<th scope="row">opencode<\/th><td class="number">4<\/td><td class="number">1<\/td><td class="number">0<\/td><td>Set up the pointer in AGENTS\.md/,
    );
    for (const body of [{}, { counts: [] }, { sessions: [] }, { sessions: [count('a\u0000', 1, 0, 0)] }]) {
      const refused = await http.send('/api/v1/usage', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(refused.status).toBe(400);
    }
  });

  test('is in the metrics by client, those that nobody knows together', async () => {
    const http = await httpClient(smallContent, { usage: true, metrics: true });
    await http.send('/api/v1/usage', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessions: [count('claude-code', 4, 1, 2), count('made up', 3, 0, 0)] }),
    });
    const text = await (await http.get('/metrics')).text();
    expect(text).toContain('precept_sessions_total{client="claude",reached="connected"} 4');
    expect(text).toContain('precept_sessions_total{client="claude",reached="shown"} 2');
    expect(text).toContain('precept_sessions_total{client="other",reached="connected"} 3');
  });
});

test('what a hook counted before anything was sent on goes with the first counts of a server', async () => {
  const [{ file }, stub] = [await place(), await createStub()];
  await recordReach({ path: file, within: null }, { client: 'codex', what: 'shown' });
  const post = createPost(
    createHttpClient({ timeoutSeconds: 60, maxRetries: 0, caBundle: null, verifyTls: true }),
  );
  const forward = { url: stub.url, retrySeconds: 60, timeoutSeconds: 60, post };
  const usage = createUsageLog({ path: file, within: null, log: createLogger('error', () => {}), forward });
  await usage.append({ counts: [], sessions: [count('codex', 1, 1, 0)] });
  await usage.settle();
  expect(new Set(stub.keys).size).toBe(2);
  await usage.close();
  await stub.close();
});

test('sessions are sent on with the counts, once, and by a hook too', async () => {
  const [sender, receiver] = [await place(), await place()];
  const master = await createMaster(receiver.file, receiver.env);
  await master.start();
  const env = {
    ...sender.env,
    PRECEPT_USAGE_FORWARD: 'true',
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_RETRY_SECONDS: '0',
  };
  await recordReach({ path: sender.file, within: null }, { client: 'codex', what: 'shown' });
  await session({ env }, 'codex-mcp-client', ['get_rules']);
  const agent = await startAgentServer({ env });
  await until(async () => {
    const { stdout } = await precept(['usage', '--reach'], { env: receiver.env });
    return stdout.includes('codex-mcp-client: 1 of 1 sessions asked, 1 shown by a hook');
  }, 'the sessions arrived');
  agent.stdin.end();
  await agent.ended;
  await master.kill();
});
