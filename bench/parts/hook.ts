import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Bench, Part } from '../support/bench.ts';
import type { Figure } from '../support/figure.ts';
import { interleave, quantile } from '../support/stats.ts';
import { examples } from '../support/tasks.ts';

/** What a hook is started with. */
interface Touch {
  readonly what: string;
  readonly project: string;
  readonly args: readonly string[];
  /** A file that rules are about. */
  readonly file: string;
}

const scopes = 200;
const rulesPerScope = 50;

/** Spawn until the end of a hook when a tool touches a file, against a Node process that reads the payload and prints one line. */
export const hook: Part = async (bench) => {
  const acme = fileURLToPath(new URL('acme/', examples));
  const large = await bench.folder('hook-large');
  await writeScopes(path.join(large, '.precept'));
  const touches: readonly Touch[] = [
    {
      what: 'example content',
      project: acme,
      args: ['--config', path.join(acme, 'settings.yml')],
      file: 'package.json',
    },
    { what: '10,000 rules in 200 scopes', project: large, args: [], file: 'part-7/area-3/a.ts' },
  ];
  const figures: Figure[] = [];
  for (const touch of touches) figures.push(...(await measure(bench, touch)));
  return figures;
};

async function measure(bench: Bench, { what, project, args, file }: Touch): Promise<Figure[]> {
  const floor = [await bench.floor(new URL('../floor/hook.ts', import.meta.url))];
  const product = [bench.program, 'hook', 'PreToolUse', '--client', 'claude', ...args];
  const env = {
    PATH: process.env.PATH,
    HOME: project,
    PRECEPT_CACHE_DIR: await bench.folder(`hook-${what}`),
  };
  let sessions = 0;
  const run = async (command: readonly string[], session: string, says: boolean): Promise<number> => {
    const payload = {
      session_id: session,
      transcript_path: '/t.jsonl',
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: path.join(project, file), old_string: 'a', new_string: 'b' },
    };
    const start = performance.now();
    const child = spawn(process.execPath, command, { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify(payload));
    const said = await text(child.stdout);
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)));
    const elapsed = performance.now() - start;
    if ((said !== '') !== says) throw new Error(`the hook printed ${JSON.stringify(said)}`);
    return elapsed;
  };
  // The first hook of all compiles the scope, and what was written just before is not taken for settled.
  for (let time = 0; time < 3; time++) await run(product, `compiles-${time}`, true);
  await run(product, 'known', true);
  const rounds = { runs: bench.runs * 4, warmup: 3 };
  const samples = await interleave(rounds, {
    floor: () => run(floor, 'floor', true),
    first: () => run(product, `session-${sessions++}`, true),
    second: () => run(product, 'known', false),
  });
  return [
    ratio(`first touch, ${what}`, samples.first, samples.floor, 1.5),
    ratio(`second touch, ${what}`, samples.second, samples.floor, 1.3),
  ];
}

/** The figure of the slowest of twenty on both sides. */
function ratio(what: string, product: readonly number[], floor: readonly number[], most: number): Figure {
  const [own, least] = [quantile(product, 0.95), quantile(floor, 0.95)];
  return {
    part: 'hook',
    what: `${what}, p95`,
    product: `${own.toFixed(1)} ms`,
    floor: `${least.toFixed(1)} ms`,
    ratio: own / least,
    goal: `<= ${most}x`,
    met: own / least <= most,
    runs: product.length,
  };
}

/** A scope that inherits from 199 others, each with categories that belong to its own folders. */
async function writeScopes(folder: string): Promise<void> {
  const names = Array.from({ length: scopes }, (_, scope) => `scope-${scope}`);
  for (const [scope, name] of names.entries()) {
    const categories = Array.from({ length: 5 }, (_, area) => [
      `part-${scope}.area-${area}`,
      {
        paths: [`part-${scope}/area-${area}/**`],
        ruleset: Array.from(
          { length: rulesPerScope / 5 },
          (__, rule) => `Rule ${rule} of area ${area} in part ${scope} holds for each change there`,
        ),
      },
    ]);
    const own = path.join(folder, 'rules', name);
    await mkdir(own, { recursive: true });
    await writeFile(path.join(own, 'commandments.yml'), JSON.stringify(Object.fromEntries(categories)));
    if (scope === 0)
      await writeFile(path.join(own, 'metadata.yml'), JSON.stringify({ parents: names.slice(1) }));
  }
  await writeFile(path.join(folder, 'settings.yml'), 'default_scope: scope-0\n');
}
