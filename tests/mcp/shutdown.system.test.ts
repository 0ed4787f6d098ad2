import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bundle, bundled, json, startStub } from '../federation/servers.ts';
import { isAlive, startUnderHost } from '../shutdown/host.ts';
import { startClock } from '../support/in-time.ts';
import {
  acmeSettings,
  cleanEnvironment,
  follow,
  type Outcome,
  programFile,
  type RunningProgram,
  startProgram,
} from '../support/program.ts';
import {
  allMessages,
  answerTo,
  initialize,
  initialized,
  lines,
  modern,
  shakeHands,
  textOf,
  toolCall,
} from './wire.ts';

/** What a host may have to wait for the end. */
const limit = 1000;
/** Milliseconds that a server waits for answers that do not come. */
const drainLimit = 850;

/** Ends a program and waits for it; fails when that takes longer than the limit, with room for a busy machine. */
async function endedBy(end: (program: RunningProgram) => void, program: RunningProgram): Promise<Outcome> {
  const clock = startClock();
  end(program);
  const outcome = await program.ended;
  await clock.expectInTime(limit);
  return outcome;
}

const closeInput = (program: RunningProgram) => void program.stdin.end();

const ends: readonly { how: string; end: (program: RunningProgram) => void }[] = [
  { how: 'its input ends', end: closeInput },
  { how: 'SIGTERM', end: (program) => program.signal('SIGTERM') },
  { how: 'SIGINT', end: (program) => program.signal('SIGINT') },
];

const starts: readonly { start: string; args: readonly string[] }[] = [
  { start: 'started plainly', args: ['-c', acmeSettings] },
  { start: 'started through the command line', args: ['-c', acmeSettings, '--log-level', 'debug'] },
];

const far = bundle('slow', { commandments: bundled('slow', { far: ['From far away'] }) });

/** A server that is at work on the request `slow`: its master was asked and answers after so many milliseconds, or never. */
async function busyServer(wait: number): Promise<RunningProgram> {
  const master = await startStub(Number.isFinite(wait) ? json(far, wait) : () => {});
  const program = await startProgram([], {
    env: { PRECEPT_MASTER_SERVER_URL: master.url, PRECEPT_REMOTE_TIMEOUT_SECONDS: '60' },
  });
  await shakeHands(program);
  program.stdin.write(lines(toolCall('slow', 'get_rules', { scope_name: 'slow' })));
  await expect.poll(() => master.seen.length, { interval: 2 }).toBe(1);
  return program;
}

describe.each(starts)('a server $start', ({ args }) => {
  it.each(ends)('is gone within a second when $how', async ({ end }) => {
    const program = await startProgram(args);
    await shakeHands(program);
    program.stdin.write(lines(toolCall(1, 'get_rules')));
    await answerTo(program, 1);
    const outcome = await endedBy(end, program);
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(allMessages(outcome)).toHaveLength(2);
  });
});

describe('a server', () => {
  it('is gone within a second when its input ends in the modern era', async () => {
    const program = await startProgram(['-c', acmeSettings]);
    program.stdin.write(lines(modern(1, 'server/discover'), modern(2, 'tools/list')));
    await answerTo(program, 2);
    expect(await endedBy(closeInput, program)).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('is gone when its input was empty', async () => {
    const program = await startProgram(['-c', acmeSettings]);
    program.stdin.end();
    expect(await program.ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  it('is gone within a second when nobody reads its output any more', async () => {
    const child = spawn(process.execPath, [programFile, '-c', acmeSettings], {
      env: await cleanEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const program = follow(child);
    await shakeHands(program);
    const outcome = await endedBy(() => {
      child.stdout.destroy();
      child.stdin.write(lines(toolCall(1, 'list_scopes')));
    }, program);
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('is gone within a second after the process that started it is killed', async () => {
    const { program, pid } = await startUnderHost(['-c', acmeSettings]);
    await shakeHands(program);
    expect(isAlive(pid)).toBe(true);
    const abandoned = setTimeout(() => process.kill(pid, 'SIGKILL'), 60 * limit);
    const outcome = await endedBy(() => program.signal('SIGKILL'), program);
    clearTimeout(abandoned);
    expect(outcome.signal).toBe('SIGKILL');
    expect(outcome.stderr).toBe(`server ${pid}\n`);
  });

  it('is gone, with the reason, when it cannot start, though its input stays open', async () => {
    const program = await startProgram(['-r', '/nowhere/at/all']);
    program.stdin.write(lines(initialize, initialized));
    expect(await program.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('(flag -r): /nowhere/at/all'),
    });
  });

  it.each(ends)('answers what is in flight when $how', async ({ end }) => {
    const program = await busyServer(100);
    end(program);
    const outcome = await program.ended;
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(textOf(allMessages(outcome).find(({ id }) => id === 'slow'))).toContain('From far away');
  });

  it('answers what is in flight for as long as answers come', async () => {
    const scopes = Array.from({ length: 10 }, (_, at) => `scope-${at}`);
    const letGo = new Map<string, () => void>();
    const master = await startStub((request, response) => {
      const name = /scope-\d+/.exec(request.url ?? '')?.[0] ?? '';
      letGo.set(name, () => json(bundle(name))(request, response));
    });
    const program = await startProgram([], {
      env: { PRECEPT_MASTER_SERVER_URL: master.url, PRECEPT_REMOTE_TIMEOUT_SECONDS: '60' },
    });
    await shakeHands(program);
    program.stdin.write(
      lines(...scopes.map((scope_name) => toolCall(scope_name, 'get_rules', { scope_name }))),
    );
    await expect.poll(() => letGo.size).toBe(scopes.length);
    program.stdin.end();
    for (const name of scopes) {
      await pause(150);
      letGo.get(name)?.();
      await answerTo(program, name);
    }
    expect(await program.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('does not wait for answers that the client has cancelled, which others are waited for', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow' } };
    const timeOf = async (program: RunningProgram, input: string) => {
      const start = performance.now();
      program.stdin.end(input);
      const outcome = await program.ended;
      expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
      expect(allMessages(outcome).map(({ id }) => id)).not.toContain('slow');
      return performance.now() - start;
    };
    const waited = await timeOf(await busyServer(Number.POSITIVE_INFINITY), '');
    expect(waited).toBeGreaterThan(drainLimit);
    // One that waits never takes less, so that the quickest tells, however busy the machine is.
    let quickest = waited;
    for (let tries = 0; tries < 5 && quickest >= drainLimit; tries++)
      quickest = await timeOf(await busyServer(Number.POSITIVE_INFINITY), lines(cancelled));
    expect(quickest).toBeLessThan(drainLimit);
  });
});
