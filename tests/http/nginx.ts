import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { afterFile } from '../support/after-file.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { freePort, isFree } from '../support/free-port.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';

const example = fileURLToPath(new URL('../../examples/nginx/precept.conf', import.meta.url));
/** Why nginx cannot be tested here; null if it can. */
export const noNginx: string | null = await whyNot();

async function whyNot(): Promise<string | null> {
  const { error, status } = spawnSync('nginx', ['-v'], { stdio: 'ignore' });
  if (error !== undefined || status !== 0) return 'no nginx is installed';
  return !(await isFree(0, '127.0.0.2')) ? '127.0.0.2 is no address of this machine' : null;
}

export interface Proxied {
  /** Asks nginx. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  send(path: string, init: RequestInit): Promise<Response>;
  readonly url: string;
  readonly rulesPath: string;
  readonly feedbackFile: string;
  readonly replicas: readonly RunningProgram[];
  /** Ends a replica as a service manager does, starts it anew, and settles when it is ready. */
  restart(place: number): Promise<void>;
  /** Lines of the replicas' access logs so far that hold `text`. */
  asked(text: string): string[];
}

/**
 * Two replicas of the built program behind a real nginx with the example's configuration, on free ports. `seconds` is how
 * long nginx keeps an answer.
 */
export async function startProxied(
  files: Readonly<Record<string, string>>,
  {
    env = () => ({}),
    seconds = 60,
  }: { env?: (url: string) => Readonly<Record<string, string>>; seconds?: number } = {},
): Promise<Proxied> {
  const rulesPath = await tempFolder(files);
  const feedbackFile = path.join(await tempFolder(), 'feedback.jsonl');
  const front = await freePort();
  const url = `http://127.0.0.1:${front}`;
  const { port, replicas, restart } = await startReplicas(rulesPath, {
    PRECEPT_FEEDBACK_FILE: feedbackFile,
    ...env(url),
  });
  const cache = await tempFolder();
  await startNginx(await configuration(cache, { port, front, seconds }), `${url}/health`);

  const send = (target: string, init: RequestInit) => fetch(`${url}${target}`, init);
  return {
    url,
    rulesPath,
    feedbackFile,
    replicas,
    restart,
    send,
    get: (target, headers = {}) => send(target, { headers }),
    asked: (text) =>
      replicas.flatMap((replica) => replica.stderr().split('\n')).filter((line) => line.includes(text)),
  };
}

/** nginx with these servers inside the least that it wants around them, until the test file's end; settles when `probe` answers 200. */
export async function startNginx(servers: string, probe: string): Promise<void> {
  const folder = await tempFolder();
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join('\n');
  const text = `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temp}\n${servers}\n}\n`;
  await writeFiles(folder, { 'nginx.conf': text });
  // Debian's nginx opens its own error log before it has read which one to use.
  mkdirSync(path.join(folder, 'temp'));
  const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')];
  const nginx = spawn('nginx', args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => nginx.once('close', () => resolve()));
  afterFile(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  await answering(probe, async () => readFile(path.join(folder, 'error.log'), 'utf8').catch(() => ''));
}

/** Replicas on one port of two addresses, so that the same Host means either. */
async function startReplicas(rulesPath: string, env: Readonly<Record<string, string>>) {
  const start = async (host: string, port: number) => {
    const args = ['serve', '--host', host, '--port', String(port), '-r', rulesPath, '--log-level', 'info'];
    const replica = await startProgram(args, { env });
    await replica.logged('listening on');
    return replica;
  };
  const first = await start('127.0.0.1', 0);
  const port = Number(/listening on http:\/\/[^:]+:(\d+)/.exec(first.stderr())?.[1]);
  const replicas = [first, await start('127.0.0.2', port)];
  const restart = async (place: number) => {
    replicas[place]?.signal('SIGTERM');
    await replicas[place]?.ended;
    const host = `127.0.0.${place + 1}`;
    replicas[place] = await start(host, port);
    const ready = await fetch(`http://${host}:${port}/ready`);
    if (!ready.ok) throw new Error(`the replica is not ready: ${await ready.text()}`);
  };
  return { port, replicas, restart };
}

/** The example with ports and folders of this test. */
async function configuration(
  folder: string,
  { port, front, seconds }: { port: number; front: number; seconds: number },
): Promise<string> {
  let text = await readFile(example, 'utf8');
  const replacements: readonly [string, string][] = [
    [':8000', `:${port}`],
    ['listen 8080;', `listen 127.0.0.1:${front};`],
    ['/var/cache/nginx/precept', `${folder}/cache`],
    ['proxy_cache_valid 200 10s;', `proxy_cache_valid 200 ${seconds}s;`],
  ];
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`the example has no "${from}" any more`);
    text = text.replaceAll(from, to);
  }
  return text;
}

async function answering(url: string, log: () => Promise<string>): Promise<void> {
  const check = async () => {
    const response = await fetch(url).catch(() => null);
    await response?.text();
    if (response?.status !== 200) throw new Error(`nginx does not answer: ${await log()}`);
  };
  await vi.waitFor(check, { timeout: 60_000 });
}
