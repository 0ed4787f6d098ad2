import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { bundle, bundled, json, type Stub, startStub } from '../federation/servers.ts';
import { allMessages, answerTo, initialize, lines, shakeHands, textOf, toolCall } from '../mcp/wire.ts';
import { tempFolder } from '../support/folder.ts';
import { expectInTime } from '../support/in-time.ts';
import { addressOf, type RunningProgram, startProgram } from '../support/program.ts';
import { isAlive, startUnderHost } from './host.ts';

/** Milliseconds that a host may have to wait for the end. */
const limit = 1000;
/** Milliseconds that answers in the making get at least. */
const grace = 800;

/** The ways to run the program: whether it speaks over stdio, over HTTP, or both. */
export const kinds = {
  stdio: { args: [], stdio: true, http: false },
  'stdio --http': { args: ['--http', '127.0.0.1:0', '--log-level', 'info'], stdio: true, http: true },
  'stdio --watch': { args: ['--watch'], stdio: true, http: false },
  'stdio --http --watch': {
    args: ['--http', '127.0.0.1:0', '--watch', '--log-level', 'info'],
    stdio: true,
    http: true,
  },
  serve: { args: ['serve', '--port', '0'], stdio: false, http: true },
  'serve --watch': { args: ['serve', '--port', '0', '--watch'], stdio: false, http: true },
  'serve --reload': { args: ['serve', '--port', '0', '--reload'], stdio: false, http: true },
} as const;
/** The ways to end it; who is killed is its host, or the process that watches over the server. */
export const ends = ['its input ends', 'SIGTERM', 'SIGINT', 'its parent is killed'] as const;
/** What it is at work on: nothing, a scope whose master takes a moment, or one whose master never answers. */
export const flights = ['nothing', 'slow', 'hang'] as const;

export interface Round {
  readonly kind: keyof typeof kinds;
  readonly end: (typeof ends)[number];
  readonly flight: (typeof flights)[number];
}

/** Every round that makes sense: a server alone has no input to watch, and no host either unless it is watched over. */
export const allRounds: readonly Round[] = (Object.keys(kinds) as Round['kind'][]).flatMap((kind) =>
  ends
    .filter((end) => {
      if (end === 'its input ends') return kinds[kind].stdio;
      return end !== 'its parent is killed' || kinds[kind].stdio || kind === 'serve --reload';
    })
    .flatMap((end) => flights.map((flight) => ({ kind, end, flight }))),
);

export interface Project {
  readonly settings: string;
  readonly master: Stub;
}

/** Settings with one master, which is as slow as the scope says. */
export async function createProject(): Promise<Project> {
  const far = bundle('slow', { commandments: bundled('slow', { far: ['From far away'] }) });
  const answerSlowly = json(far, 150);
  const answerNothing = json(undefined);
  const master = await startStub((request, response) => {
    if (request.url?.includes('/slow/')) answerSlowly(request, response);
    else if (!request.url?.includes('/hang/')) answerNothing(request, response);
  });
  const folder = await tempFolder({
    'settings.yml': `rules_path: rules\nmaster_server_url: ${master.url}\nremote_timeout_seconds: 30\n`,
    'rules/slow/commandments.yml': 'near:\n  ruleset: [From here]\n',
    'rules/hang/commandments.yml': 'near:\n  ruleset: [From here]\n',
  });
  return { settings: `${folder}/settings.yml`, master };
}

/**
 * Ends one program in one way while it is at work. It must end in good order with no process left, and what can be
 * answered must be. Gives the milliseconds that the end took.
 */
export async function endOnce({ kind, end, flight }: Round, { settings, master }: Project): Promise<number> {
  const { args, stdio, http } = kinds[kind];
  const isKilled = end === 'its parent is killed';
  const all = [...args, '-c', settings];
  const { program, pid } =
    isKilled && stdio ? await startUnderHost(all) : { program: await startProgram(all), pid: 0 };
  const url = http ? await addressOf(program) : '';
  if (stdio) await shakeHands(program);
  const family = [pid, ...(await childrenOf(program.pid))].filter((one) => one > 0);
  const { answer } = await takeOff(program, url, { stdio, http, flight, master });
  const start = performance.now();
  if (end === 'its input ends') program.stdin.end();
  else program.signal(isKilled ? 'SIGKILL' : end);
  const abandoned = setTimeout(
    () => family.filter(isAlive).map((one) => process.kill(one, 'SIGKILL')),
    60 * limit,
  );
  const outcome = await program.ended;
  await expect.poll(() => family.filter(isAlive), { interval: 5 }).toEqual([]);
  const took = performance.now() - start;
  clearTimeout(abandoned);

  if (isKilled) expect(outcome.signal).toBe('SIGKILL');
  else expect(outcome).toMatchObject({ code: 0, signal: null });
  expect(outcome.stderr).not.toMatch(/precept error|^\s+at /m);
  if (http) await expect(fetch(`${url}/health`)).rejects.toThrow();
  if (!isKilled && stdio) {
    const text = textOf(allMessages(outcome).find(({ id }) => id === 'slow'));
    if (flight !== 'slow' || took < grace) expect(text.includes('From far away')).toBe(flight === 'slow');
  }
  // A server that is watched over knows that its parent is gone, and answers still.
  if (http && flight === 'slow' && took < grace && (!isKilled || kind === 'serve --reload'))
    expect(await answer).toContain('From far away');
  return took;
}

/** Ends a program at any time of its start. It may die of the signal then, but must be gone as soon. */
export async function endEarly({ kind, end }: Omit<Round, 'flight'>, { settings }: Project): Promise<number> {
  const program = await startProgram([...kinds[kind].args, '-c', settings]);
  program.stdin.write(lines(initialize));
  await pause(Math.random() * 250);
  const start = performance.now();
  if (end === 'its input ends') program.stdin.end();
  else program.signal(end === 'its parent is killed' ? 'SIGKILL' : end);
  const outcome = await program.ended;
  const took = performance.now() - start;
  expect(outcome.signal === null ? outcome.code : 0).toBe(0);
  expect(outcome.stderr).not.toMatch(/precept error|^\s+at /m);
  return took;
}

/** Runs rounds one after another and gives the times they took, in milliseconds; each within the limit, or fails. */
export async function inTime<Each>(
  rounds: readonly Each[],
  run: (round: Each) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  for (const round of rounds) {
    const took = await run(round);
    await expectInTime(took, limit, JSON.stringify(round));
    times.push(took);
  }
  return times;
}

/** Its answer tells that what was written before it has been read. */
const ping = { jsonrpc: '2.0', id: 'read', method: 'ping' };

/** Asks over every face, and waits until the program has read that and the master is asked. `answer` is what HTTP answers in the end; nothing if it cannot. */
async function takeOff(
  program: RunningProgram,
  url: string,
  { stdio, http, flight, master }: { stdio: boolean; http: boolean; flight: Round['flight']; master: Stub },
): Promise<{ answer: Promise<string> }> {
  if (flight === 'nothing') {
    if (stdio) {
      program.stdin.write(lines(toolCall('before', 'list_scopes')));
      await answerTo(program, 'before');
    }
    if (http) await (await fetch(`${url}/api/v1/scopes`)).text();
    return { answer: Promise.resolve('') };
  }
  const before = master.seen.length;
  const answer = http
    ? fetch(`${url}/api/v1/scopes/${flight}/rules`).then(
        (response) => response.text(),
        () => '',
      )
    : Promise.resolve('');
  if (http) await expect.poll(() => master.seen.length, { interval: 5 }).toBeGreaterThan(before);
  if (stdio) {
    program.stdin.write(lines(toolCall('slow', 'get_rules', { scope_name: flight }), ping));
    await answerTo(program, 'read');
  }
  await expect.poll(() => master.seen.length, { interval: 5 }).toBeGreaterThan(before);
  return { answer };
}

/** The processes that a process has started; none where the system does not tell. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
