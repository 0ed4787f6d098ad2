import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCallback } from '../../src/auth/log-in/callback-server.ts';
import { audience, startIssuer } from '../auth/issuer.ts';
import { httpClient } from '../http/client.ts';
import { get, listen, ask as over, raw, statusOf } from '../http/sockets.ts';
import { answerTo, lines, ping, shakeHands, toolCall } from '../mcp/wire.ts';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import {
  acmeSettings,
  cleanEnvironment,
  follow,
  programFile,
  runProgram,
  startProgram,
} from '../support/program.ts';
import { testService } from '../support/service.ts';
import { isLinux } from '../support/system.ts';

describe('JSON that is nested by the thousand is the fault of who sends it', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const feedback = (inside: string) =>
    `{"type":"missed_categories","task":"x","categories":["a"],"reason":${inside}}`;

  test('in the body of feedback', async () => {
    const { port, logged } = await listen();
    const post = async (body: string) =>
      over(
        port,
        'POST /api/v1/feedback HTTP/1.1',
        [`Host: 127.0.0.1:${port}`, 'Content-Type: application/json', `Content-Length: ${body.length}`],
        body,
      );
    expect(statusOf(await post(feedback('"so"')))).toBe(201);
    for (const body of [deep(30_000), feedback(deep(30_000)), feedback(deep(60)), `{"a":${deep(70)}}`]) {
      const answer = await post(body);
      expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
      expect(statusOf(answer)).toBeLessThan(500);
      expect(answer).not.toMatch(/\bat .*\(.*:\d+:\d+\)/);
    }
    expect(logged.filter((line) => line.startsWith('precept error'))).toEqual([]);
  });

  test('in the arguments of a tool', async () => {
    const program = await startProgram(['-c', acmeSettings]);
    await shakeHands(program);
    const rulesJson = { type: 'contradictory_rules', task: 'x', rules_json: deep(100_000) };
    program.stdin.write(lines(toolCall(1, 'submit_feedback', rulesJson)));
    const { result } = await answerTo(program, 1);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('nested more than 64 levels deep');
    for (const [id, name] of [
      [2, 'get_rules'],
      [3, 'submit_feedback'],
    ] as const) {
      const call = lines(toolCall(id, name, { scope_name: 'HERE', type: 'HERE', task: 'HERE' }));
      program.stdin.write(call.replaceAll('"HERE"', deep(20_000)));
      const answer = await answerTo(program, id);
      expect(answer.error?.code === -32602 || answer.result?.isError === true).toBe(true);
    }
    await ping(program);
    expect(program.stderr()).toBe('');
  });
});

describe('a file of results that never ends is refused', () => {
  const story =
    'tenka:\n  US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, checks: [{test: t}]}}}\n';
  const pipe = async () => {
    const file = path.join(await tempFolder(), 'pipe');
    execFileSync('mkfifo', [file]);
    return file;
  };

  test.runIf(isLinux).each([
    ['a device', async () => '/dev/zero'],
    ['a pipe', pipe],
  ])('%s as validation_file', async (_, make) => {
    const { service } = await testService({ 's/tenka.yml': story }, { validation_file: await make() });
    const asked = ask(service, 'get_validation_status', { scope_name: 's' });
    await expect(asked).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('not a regular file'),
    });
    // What needs no results is served.
    expect(await ask(service, 'list_scopes', {})).toBe('["s"]');
  });

  test.runIf(isLinux).each([
    ['a device', async () => '/dev/zero'],
    ['a pipe', pipe],
  ])('%s as a report', async (_, make) => {
    const outcome = await runProgram(['tenka', 'import', await make()], {
      cwd: await tempFolder({ '.precept/rules/s/tenka.yml': story }),
    });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a regular file') });
  });
});

test('the port that waits for a login answers everything, and never with a stack', async () => {
  const stop = new AbortController();
  const callback = await openCallback(0, 'state');
  try {
    const { port } = new URL(callback.redirectUri);
    const visited = callback.visited(stop.signal);
    const targets = [
      '//',
      '///',
      '*',
      'http://[',
      '//[::',
      '/%',
      '/callback?state=%',
      '\\\\',
      '/callback?state=other',
      'http:///x',
      '/..//',
    ];
    for (const target of targets) {
      const answer = await over(Number(port), `GET ${target} HTTP/1.1`, [`Host: 127.0.0.1:${port}`]);
      expect([400, 404]).toContain(statusOf(answer));
      expect(answer).not.toMatch(/ERR_|\.ts:|\.js:|node:/);
    }
    for (const first of ['OPTIONS * HTTP/1.1', 'POST / HTTP/1.1', 'nonsense', 'GET / HTTP/9.9']) {
      expect(statusOf(await over(Number(port), first, [`Host: 127.0.0.1:${port}`]))).toBeGreaterThanOrEqual(
        400,
      );
    }
    const good = raw(
      Number(port),
      `GET /callback?state=state&code=x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    );
    expect((await visited).searchParams.get('code')).toBe('x');
    await callback.end(null);
    expect(statusOf(await good)).toBe(200);
  } finally {
    callback.close();
  }
});

test('two Host headers are 400, one is served', async () => {
  const { port } = await listen();
  const host = `Host: 127.0.0.1:${port}`;
  expect(statusOf(await over(port, get, [host]))).toBe(200);
  for (const headers of [
    [host, host],
    [host, 'Host: evil.example'],
    ['HOST: evil.example', host],
  ]) {
    const answer = await over(port, get, headers);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain('two Host headers');
  }
});

test('the API description names no scope that the caller may not see', async () => {
  const issuer = await startIssuer();
  const content = {
    'open/commandments.yml': 'a:\n  ruleset: [x]\n',
    'hush/metadata.yml': 'auth: {accepted_roles: [owner]}\n',
  };
  const http = await httpClient(content, {
    auth_issuer_url: issuer.url,
    auth_audience: audience,
    default_scope: 'hush',
  });
  const as = async (...roles: string[]) => ({ authorization: `Bearer ${await issuer.sign({ roles })}` });
  const text = async (...roles: string[]) => (await http.get('/openapi.json', await as(...roles))).text();
  expect(await text('owner')).toContain('hush');
  expect(await text('reader')).not.toContain('hush');
  expect(await text('reader')).toContain('open');
});

describe('stdio', () => {
  test.runIf(isLinux)(
    'a client that reads nothing is not answered into memory, and is answered once it reads',
    async () => {
      const folder = await tempFolder({ 's/commandments.yml': `a:\n  ruleset: ["${'x'.repeat(50_000)}"]\n` });
      const args = [programFile, '-r', folder];
      const child = spawn(process.execPath, args, {
        env: await cleanEnvironment(),
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const program = follow(child);
      await shakeHands(program);
      const calls = (from: number, to: number) =>
        lines(
          ...Array.from({ length: to - from }, (_, at) =>
            toolCall(from + at, 'get_rules', { scope_name: 's' }),
          ),
        );
      program.stdin.write(calls(0, 100));
      await answerTo(program, 99);
      const rest = statusOfProcess(program.pid).peak;
      child.stdout.pause();
      const count = 2_000;
      // 100 MB of answers, were they all written.
      program.stdin.write(calls(100, count));
      let before = -1;
      const isQuiet = () => {
        const { ticks } = statusOfProcess(program.pid);
        const same = ticks === before;
        before = ticks;
        return same;
      };
      await expect.poll(isQuiet, { timeout: 60_000, interval: 500 }).toBe(true);
      expect(statusOfProcess(program.pid).peak - rest).toBeLessThan(60);
      child.stdout.resume();
      await answerTo(program, count - 1);
      await ping(program);
      program.stdin.end();
      expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

/** The largest memory of a process so far, in MB, and the processor time that it has taken, in ticks. */
function statusOfProcess(pid: number): { peak: number; ticks: number } {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { peak: Number(peak) / 1024, ticks: Number(fields[11]) + Number(fields[12]) };
}
