import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Part } from '../support/bench.ts';
import { compare, compareStarts, type Figure } from '../support/figure.ts';
import { firstAnswer, startsInTurn } from '../support/first-answer.ts';
import { startHttp } from '../support/http-load.ts';
import { interleave } from '../support/stats.ts';
import { examples } from '../support/tasks.ts';

const scope = 'checkout';

/** Spawn until the first `get_rules` of the example content, against spawn until the YAML that it reads is parsed. */
export const first: Part = async (bench) => {
  const rules = fileURLToPath(new URL('acme/rules', examples));
  const args = [bench.program, '--rules-path', rules];
  const show = [bench.program, 'show', scope, '--rules-path', rules, '--format', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, show);
  const { lineage } = JSON.parse(stdout) as { readonly lineage: readonly string[] };
  const folders = lineage.map((name) => path.join(rules, name)).join(path.delimiter);
  const floor = await bench.floor(new URL('../floor/cold-server.ts', import.meta.url));
  const given = { scope_name: scope };
  const costs = await startsInTurn(
    { runs: bench.runs * 2, warmup: 3 },
    { product: { args }, floor: { args: [floor], env: { BENCH_FOLDER: folders } } },
    (server) => server.callTool('get_rules', given),
  );
  const about = { part: 'first', what: 'first get_rules, example content' };
  return [...compareStarts(about, costs, { atMost: 1.2 }), await withCopy(bench, rules)];
};

/** The same content from a master, of which there is a copy that is asked for again, against the content from files. */
async function withCopy(bench: Bench, rules: string): Promise<Figure> {
  const master = await startHttp([bench.program, 'serve', '--port', '0', '--rules-path', rules]);
  const empty = await bench.folder('first-empty/rules');
  const env = {
    PRECEPT_MASTER_SERVER_URL: `http://127.0.0.1:${master.port}`,
    PRECEPT_REMOTE_KEEP_SECONDS: '3600',
    PRECEPT_CACHE_DIR: await bench.folder('first-copies'),
  };
  const measure = (args: readonly string[], more = {}) =>
    firstAnswer({ args: [bench.program, ...args], env: more }, 'get_rules', { scope_name: scope });
  const samples = await interleave(
    { runs: bench.runs * 2, warmup: 3 },
    {
      product: measure(['--rules-path', empty], env),
      floor: measure(['--rules-path', rules]),
    },
  );
  await master.stop();
  const about = { part: 'first', what: 'the same from a master with a kept copy, against files', unit: 'ms' };
  return compare(about, samples, { atMost: 1.5 });
}
