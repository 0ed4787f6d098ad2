import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isAlive, startUnderHost } from '../shutdown/host.ts';
import { tempFolder } from '../support/folder.ts';
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
/** Less than the time that answers in the making get; more than any of them needs. */
const atOnce = 800;

/** Times are of an idle machine: under load a test may need another attempt, which a real delay never passes. */
const timed = { retry: 3 };

/** Ends a program and waits for it; fails when that takes longer than `most`. */
async function endedBy(
  end: (program: RunningProgram) => void,
  program: RunningProgram,
  most: number = limit,
): Promise<Outcome> {
  const start = performance.now();
  end(program);
  const outcome = await program.ended;
  expect(performance.now() - start).toBeLessThan(most);
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

/** A server that is at work on the request `slow`, for a scope with 5,000 rules, and has answered all others. */
async function busyServer(): Promise<RunningProgram> {
  const categories = Array.from(
    { length: 200 },
    (_, number) => `area.part-${number}:\n  ruleset:\n${`    - Rule of part ${number}\n`.repeat(25)}`,
  );
  const rules = await tempFolder({ 'slow/suggestions.yml': categories.join('') });
  // On a machine under load this process may wake up only when the answer is there already.
  for (let attempt = 0; attempt < 5; attempt++) {
    const program = await startProgram(['-r', rules]);
    await shakeHands(program);
    const probe = { jsonrpc: '2.0', id: 'probe', method: 'ping' };
    program.stdin.write(lines(toolCall('slow', 'get_rules', { scope_name: 'slow' }), probe));
    await answerTo(program, 'probe');
    if (program.lines.every((line) => !line.includes('"slow"'))) return program;
    program.signal('SIGKILL');
  }
  throw new Error('The server was never seen at work');
}

describe.each(starts)('a server $start', timed, ({ args }) => {
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

describe('a server', timed, () => {
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
    const outcome = await endedBy(
      () => {
        child.stdout.destroy();
        child.stdin.write(lines(toolCall(1, 'list_scopes')));
      },
      program,
      atOnce,
    );
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('is gone within a second after the process that started it is killed', async () => {
    const { program, pid } = await startUnderHost(['-c', acmeSettings]);
    await shakeHands(program);
    expect(isAlive(pid)).toBe(true);
    const abandoned = setTimeout(() => process.kill(pid, 'SIGKILL'), 5 * limit);
    const outcome = await endedBy(() => program.signal('SIGKILL'), program);
    clearTimeout(abandoned);
    expect(outcome.signal).toBe('SIGKILL');
    expect(outcome.stderr).toBe(`server ${pid}\n`);
  });

  it('is gone, with the reason, when it cannot start, though its input stays open', async () => {
    const program = await startProgram(['-r', '/nowhere/at/all']);
    program.stdin.write(lines(initialize, initialized));
    expect(await program.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/nowhere/at/all'),
    });
  });

  it('answers what is in flight when its input ends', async () => {
    const program = await busyServer();
    const outcome = await endedBy(closeInput, program);
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(textOf(allMessages(outcome).find(({ id }) => id === 'slow'))).toContain('Rule of part 199');
  });

  // Finding: a signal closes the connection at once and what is in flight is dropped.
  it.each(['SIGTERM', 'SIGINT'] as const)('answers what is in flight at %s', async (signal) => {
    const program = await busyServer();
    const outcome = await endedBy(() => program.signal(signal), program);
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(textOf(allMessages(outcome).find(({ id }) => id === 'slow'))).toContain('Rule of part 199');
  });

  it('does not wait for answers that the client has cancelled', async () => {
    const program = await busyServer();
    const outcome = await endedBy(
      () => {
        program.stdin.end(
          lines({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow' } }),
        );
      },
      program,
      atOnce,
    );
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(allMessages(outcome).map(({ id }) => id)).not.toContain('slow');
  });
});
