import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { compareLoads, createLoad, startHttp } from '../support/http-load.ts';

const route = '/api/v1/scopes/bench/rules';

/** Throughput of cached rules over REST, and of answering that nothing has changed. */
export const rest: Part = async (bench) => {
  const folder = await bench.folder('rest');
  await writeScope(folder, 'bench', { rules: 100, categories: 10, templateEvery: 10 });
  const product = await startHttp([bench.program, 'serve', '--port', '0', '--rules-path', folder]);
  const answer = await fetch(`http://127.0.0.1:${product.port}${route}`);
  const etag = answer.headers.get('etag');
  if (answer.status !== 200 || etag === null)
    throw new Error(`${route}: status ${answer.status}, ETag ${etag}`);
  const file = path.join(await bench.folder('texts'), 'rest.json');
  await writeFile(file, await answer.text());
  const floorPath = await bench.floor(new URL('../floor/http-server.ts', import.meta.url));
  const floor = await startHttp([floorPath], { BENCH_TEXT: file });

  const against = async (status: 200 | 304, what: string) => {
    const known = (tag: string): Record<string, string> => (status === 304 ? { 'If-None-Match': tag } : {});
    const ours = await createLoad({ port: product.port, path: route, headers: known(etag), status });
    const theirs = await createLoad({ port: floor.port, path: '/rules', headers: known('"floor"'), status });
    const sides = {
      product: { load: ours, pid: product.pid },
      floor: { load: theirs, pid: floor.pid },
    };
    return compareLoads({ part: 'rest', what }, { runs: bench.runs * 4, warmup: 12 }, sides, {
      atLeast: 0.95,
    });
  };
  const figures = [
    ...(await against(200, 'GET rules, 100 rules, 64 connections')),
    ...(await against(304, 'the same with If-None-Match (304)')),
  ];
  await Promise.all([product.stop(), floor.stop()]);
  return figures;
};
