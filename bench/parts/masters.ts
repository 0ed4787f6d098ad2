import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Bench, Part } from '../support/bench.ts';
import { compare, type Figure } from '../support/figure.ts';
import { startHttp } from '../support/http-load.ts';
import { interleave } from '../support/stats.ts';

/** Milliseconds that each master takes for an answer. */
const slowness = 50;
const timeoutSeconds = 1;
const retrySeconds = 2;
/** Milliseconds that the dead master is watched. */
const watched = 12_000;

/** A scope over five masters against one, and what a dead master costs. */
export const masters: Part = async (bench) => {
  const stubs = await Promise.all(
    Array.from({ length: 5 }, (_, index) => startStub(bundleAnswer(`Rule of master ${index}`))),
  );
  const [first] = stubs;
  if (first === undefined) throw new Error('there is no master');
  const five = await startReader(
    bench,
    'five',
    stubs.map(({ url }) => url),
  );
  const one = await startReader(bench, 'one', [first.url]);
  const samples = await interleave(
    { runs: bench.runs * 2, warmup: 5 },
    { product: () => timed(five.port), floor: () => timed(one.port) },
  );
  await Promise.all([five.stop(), one.stop()]);
  const parallel = compare(
    { part: 'masters', what: `a scope over 5 masters of ${slowness} ms, against one`, unit: 'ms' },
    samples,
    { atMost: 1.3 },
  );
  const dead = await deadMaster(bench, first.url);
  await Promise.all(stubs.map(({ close }) => close()));
  return [parallel, dead];
};

/** Asks again and again with a master that accepts connections and never answers; counts how often it was waited for. */
async function deadMaster(bench: Bench, living: string): Promise<Figure> {
  const hanging = await startStub(() => {});
  const reader = await startReader(bench, 'dead', [hanging.url, living]);
  const start = performance.now();
  let slow = 0;
  let requests = 0;
  while (performance.now() - start < watched) {
    requests += 1;
    if ((await timed(reader.port)) > (timeoutSeconds * 1000) / 2) slow += 1;
  }
  const windows = (performance.now() - start) / 1000 / (timeoutSeconds + retrySeconds);
  await Promise.all([reader.stop(), hanging.close()]);
  const about = { part: 'masters', what: 'timeouts of a dead master per retry window', unit: '' };
  const samples = { product: [slow / windows], floor: [1] };
  return {
    ...compare(about, samples, { atMost: 1.3 }),
    runs: requests,
    note: `${requests} requests, ${slow} of them waited for the dead master (${timeoutSeconds} s, then ${retrySeconds} s alone)`,
  };
}

/** A server without caches, so that every request asks its masters. */
async function startReader(bench: Bench, name: string, urls: readonly string[]) {
  const folder = await bench.folder(`masters-${name}`);
  const settings = path.join(folder, 'settings.yml');
  const values = {
    master_server_url: urls,
    cache_ttl_seconds: 0,
    remote_timeout_seconds: timeoutSeconds,
    remote_retry_seconds: retrySeconds,
    remote_max_retries: 0,
  };
  await writeFile(settings, JSON.stringify(values));
  const rules = await bench.folder(`masters-${name}/rules`);
  return startHttp([bench.program, 'serve', '--port', '0', '-c', settings, '-r', rules]);
}

async function timed(port: number): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/scopes/bench/rules`);
  const text = await answer.text();
  if (!text.includes('Rule of master')) throw new Error(`${answer.status}: ${text.slice(0, 200)}`);
  return performance.now() - start;
}

function bundleAnswer(text: string): RequestListener {
  const origin = { server: 'local', scope: 'bench', file: 'bench/commandments.yml', line: 2 };
  const body = JSON.stringify({
    format: 1,
    scope_name: 'bench',
    metadata: { description: '', tags: {}, sources: ['local'] },
    commandments: { general: { when: null, tags: [], rules: [{ text, origin }] } },
  });
  return (_, response) => {
    setTimeout(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body), slowness);
  };
}

async function startStub(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
