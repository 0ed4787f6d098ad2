import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Bench, Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import type { Figure } from '../support/figure.ts';
import { startHttp } from '../support/http-load.ts';
import { openLoop } from '../support/open-loop.ts';

const readers = 10_000;
/** Seconds after which a reader asks whether what it holds has changed. */
const ttl = 60;
const route = '/api/v1/scopes/bench/bundle';
/** The replicas have ports of their own, so that this is the one Host that both take. */
const host = 'fleet.example';
/** Clock ticks of a process's times in a second, on Linux. */
const ticks = 100;

/** What 10,000 readers that ask once a TTL cost one and two replicas behind nginx. */
export const fleet: Part = async (bench) => {
  const folder = await bench.folder('fleet');
  await writeScope(folder, 'bench', { rules: 100, categories: 10, templateEvery: 10 });
  const figures: Figure[] = [];
  for (const count of [1, 2]) figures.push(await measure(bench, folder, count));
  return figures;
};

async function measure(bench: Bench, folder: string, count: number): Promise<Figure> {
  const args = [bench.program, 'serve', '--port', '0', '--rules-path', folder, '--usage', 'true'];
  args.push('--public-url', `https://${host}`);
  args.push('--usage-file', path.join(await bench.folder('fleet-files'), 'usage.jsonl'));
  const replicas = await Promise.all(Array.from({ length: count }, () => startHttp(args)));
  const nginx = await startNginx(
    await bench.folder(`fleet-nginx-${count}`),
    replicas.map(({ port }) => port),
  );
  const first = await fetch(`http://127.0.0.1:${nginx.port}${route}`);
  const etag = first.headers.get('etag');
  await first.arrayBuffer();
  if (first.status !== 200 || etag === null) throw new Error(`${route}: status ${first.status}`);
  const before = await processorTime(replicas);
  const { answers, seconds, p50, p99, wrong } = await openLoop({
    port: nginx.port,
    path: route,
    perSecond: readers / ttl,
    seconds: bench.seconds,
    headersOf: (number) => ({ 'If-None-Match': etag, 'Precept-Reader': `reader-${number % readers}` }),
    status: 304,
  });
  const used = (await processorTime(replicas)) - before;
  nginx.stop();
  await Promise.all(replicas.map((replica) => replica.stop()));
  if (wrong > 0) throw new Error(`${wrong} of ${answers} answers were not 304`);
  const share = used / seconds;
  const perCore = Math.round(readers / share / 1000) * 1000;
  return {
    part: 'fleet',
    what: `${readers} readers, TTL ${ttl} s, ${count} replica${count === 1 ? '' : 's'} behind nginx`,
    product: `${Math.round(answers / seconds)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(share * 100).toFixed(1)} % of a core`,
    floor: '-',
    ratio: null,
    goal: '-',
    met: null,
    runs: 1,
    note: `${Math.round(seconds)} s each; by that share one core carries ${perCore.toLocaleString('en')} such readers (${count === 1 ? 'one replica' : 'two replicas'})`,
  };
}

/** Seconds of processor time that the processes have used. */
async function processorTime(processes: readonly { readonly pid: number }[]): Promise<number> {
  const times = await Promise.all(
    processes.map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / ticks;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

async function startNginx(folder: string, ports: readonly number[]) {
  const port = await freePort();
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const text = `daemon off; master_process off; pid ${folder}/pid; events { worker_connections 2048; }
http { access_log off; ${temporary}
upstream precept { ${servers} keepalive 64; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://precept; proxy_http_version 1.1;
proxy_set_header Connection ""; proxy_set_header Host ${host}; } } }\n`;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'nginx.conf'), text);
  const nginx = spawn(
    'nginx',
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'log')],
    {
      stdio: 'ignore',
    },
  );
  nginx.once('error', () => {});
  process.once('exit', () => nginx.kill());
  const end = Date.now() + 10_000;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return { port, stop: () => void nginx.kill() };
    if (Date.now() > end) throw new Error('nginx does not answer; is it installed?');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
