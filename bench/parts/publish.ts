import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Bench, Part } from '../support/bench.ts';
import { writeNeighbours } from '../support/content.ts';
import { compare } from '../support/figure.ts';
import { startHttp } from '../support/http-load.ts';

const scopes = 1000;
const ttlSeconds = 10;

/** What a reader asks of published files to know that none of a thousand scopes has changed, against one conditional request. */
export const publish: Part = async (bench) => {
  const site = await startSite(bench);
  const folder = await bench.folder('publish-reader');
  const settings = path.join(folder, 'settings.yml');
  const values = { master_server_url: [`${site.url}/precept.json`], cache_ttl_seconds: ttlSeconds };
  await writeFile(settings, JSON.stringify(values));
  const rules = await bench.folder('publish-reader/rules');
  const reader = await startHttp([bench.program, 'serve', '--port', '0', '-c', settings, '-r', rules]);
  const ask = async (index: number) => {
    const answer = await fetch(`http://127.0.0.1:${reader.port}/api/v1/scopes/beside-${index}/rules`);
    const text = await answer.text();
    if (!text.includes('Be kind')) throw new Error(`${answer.status}: ${text.slice(0, 200)}`);
  };
  const askAll = async () => {
    const start = performance.now();
    for (let index = 0; index < scopes; index += 1) await ask(index);
    return performance.now() - start;
  };
  await askAll();
  await new Promise((resolve) => setTimeout(resolve, ttlSeconds * 1000));
  const before = site.seen();
  const took = await askAll();
  const revalidating = site.seen() - before;
  const again = await askAll();
  const after = site.seen() - before - revalidating;
  await Promise.all([reader.stop(), site.close()]);
  const windows = Math.max(1, Math.ceil((took + again) / 1000 / ttlSeconds));
  const about = {
    part: 'publish',
    what: `requests a TTL that revalidate ${scopes.toLocaleString('en-GB')} scopes`,
    unit: '',
  };
  const note = `${Math.round(took)} ms for all with that request, ${Math.round(again)} ms from memory, ${after} requests then`;
  const samples = { product: [(revalidating + after) / windows], floor: [1] };
  return [compare({ ...about, note }, samples, { atMost: 1 })];
};

/** The scopes as published files behind a web server that knows conditional requests and counts them all. */
async function startSite(bench: Bench) {
  const rules = await bench.folder('publish-rules');
  const folder = await bench.folder('publish-site');
  await writeNeighbours(rules, scopes);
  await promisify(execFile)(process.execPath, [bench.program, 'publish', folder, '-r', rules]);
  let seen = 0;
  const server = createServer(async (request, response) => {
    seen += 1;
    const bytes = await readFile(path.join(folder, String(request.url))).catch(() => null);
    const etag = bytes === null ? '' : `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const status = bytes === null ? 404 : request.headers['if-none-match'] === etag ? 304 : 200;
    response.writeHead(status, { ETag: etag, 'Content-Type': 'application/json' });
    response.end(status === 200 ? bytes : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: () => seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
