// Proves that nothing that a file, a master or a caller may hold or send delays another request by more than 250 ms of an idle processor,
// or takes more than 150 MiB above rest. Prints what each attack cost. Linux only. About five minutes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { expectProcessorTime } from '../support/in-time.ts';
import { addressOf, startProgram } from '../support/program.ts';
import { isLinux } from '../support/system.ts';
import type { Attack, Step } from './attacks/attack.ts';
import { type Harm, harmOf, none } from './attacks/harm.ts';
import { hostileCallers } from './attacks/hostile-callers.ts';
import { hostileFiles } from './attacks/hostile-files.ts';
import { hostileMasters, masterOf } from './attacks/hostile-masters.ts';

const attacks: readonly Attack[] = [...hostileFiles, ...hostileMasters, ...hostileCallers];

const maxDelay = 250;
const maxMemory = 150;

describe.runIf(isLinux)('others hardly notice', () => {
  let ordinary: Harm;
  const rows = new Map<string, Harm>();
  beforeAll(async () => {
    ordinary = await costOf({ name: 'a scope of one rule', steps: [{ path: '/api/v1/scopes/o/rules' }] });
  });
  afterAll(() => {
    const lines = [...rows].map(
      ([name, { delay, memory }]) =>
        `${delay.toFixed(0).padStart(5)} ms ${memory.toFixed(0).padStart(5)} MiB  ${name}`,
    );
    process.stderr.write(`Longest delay, and memory above rest:\n${lines.join('\n')}\n`);
  });

  /** The most that a step of an attack costs, on a server of its own; it prints what each does. */
  async function costOf({ name, files = {}, master, steps }: Attack): Promise<Harm> {
    const settings = {
      ...(master && { master_server_url: [await masterOf(master)] }),
      remote_timeout_seconds: 60,
      rules_path: 'rules',
      log_level: 'error',
    };
    const folder = await tempFolder({
      'settings.yml': JSON.stringify(settings),
      'rules/o/commandments.yml': 'a:\n  ruleset: [x]\n',
      ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`rules/${file}`, text])),
    });
    const program = await startProgram(['serve', '--port', '0', '-c', `${folder}/settings.yml`]);
    const url = await addressOf(program);
    let most = none;
    for (const step of steps) {
      const { delay, memory } = await harmOf(program, `${url}/api/v1/scopes/o/rules`, () => take(step, url));
      most = { delay: Math.max(most.delay, delay), memory: Math.max(most.memory, memory) };
      rows.set(`${name}: ${nameOf(step)}`, { delay, memory });
    }
    program.signal('SIGKILL');
    return most;
  }

  test.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    const { delay, memory } = await costOf(attack);
    // Room for a processor that others slow down: by what known work, and an ordinary request, cost now.
    expectProcessorTime(delay, maxDelay + 2 * ordinary.delay, 'delay');
    expect(memory, 'MiB above rest').toBeLessThan(maxMemory);
  });
});

function nameOf(step: Step): string {
  if ('call' in step) return step.call;
  return [step.path.slice(0, 60), step.accept ?? ''].join(' ').trim();
}

/** One step of an attack, which has to be answered as it says: an attack that was refused at the door proves nothing. */
async function take(step: Step, url: string): Promise<void> {
  if ('call' in step) return step.run(url);
  const { path, accept = 'application/json', status = 200, body } = step;
  const response = await fetch(url + path, {
    headers: { Accept: accept, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body }),
  });
  const text = await response.text();
  expect(response.status, `${path.slice(0, 80)}: ${text.slice(0, 500)}`).toBe(status);
}
