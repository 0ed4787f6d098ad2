import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment, type Outcome, runProgram } from '../support/program.ts';

/** The agent of the docs: it does what stub.json in its copy says, by what the guidance of its run says. */
export const stubAgent: string = `node ${fileURLToPath(new URL('../../examples/eval/stub-agent.mjs', import.meta.url))} {mcp_config} {prompt}`;

export const rules = `api.http:
  when: When adding or changing an HTTP endpoint
  ruleset:
    - rule: Page lists with an opaque cursor
      id: cursor-paging
      check: {pattern: '[?&]offset=', paths: ['src/**']}
    - Answer errors as problem details
`;

export const evals = `evals:
  cursor-paging:
    task: Add pagination to GET /orders
    repo: ./fixtures/orders
    expect:
      - {pattern: cursor, in: added}
      - {absent: 'offset=', in: added}
      - {rule: cursor-paging}
`;

/** What the stub writes where it knows of cursors, and where it does not. */
export const stub = {
  knows: 'opaque cursor',
  file: 'src/orders.js',
  good: "export const next = '/orders?cursor=';\n",
  bad: "export const next = '/orders?offset=50';\n",
};

/** A checkout with one scope, `shop`, its evaluation, and what that begins with. */
export function project(more: Readonly<Record<string, string>> = {}): Promise<string> {
  return tempFolder({
    '.precept/rules/shop/commandments.yml': rules,
    '.precept/rules/shop/evals.yml': evals,
    '.precept/rules/shop/fixtures/orders/stub.json': JSON.stringify(stub),
    '.precept/rules/shop/fixtures/orders/src/orders.js': 'export const next = null;\n',
    ...more,
  });
}

/** Runs `precept eval` in a project: in this process, or in one of its own where it gets variables. */
export async function evaluate(
  cwd: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Pick<Outcome, 'code' | 'stdout' | 'stderr'>> {
  const argv = ['eval', ...args];
  if (env !== undefined) return runProgram(argv, { cwd, env });
  return precept(argv, { cwd, env: await cleanEnvironment() });
}

/** An agent that runs some JavaScript in its copy; the words behind it are its arguments. */
export function agentOf(script: string, words = ''): string {
  return `node -e "${script.replace(/["\\]/g, '\\$&')}" ${words} {prompt}`;
}

/** Runs `precept eval`, and reads its report. */
export async function reportOf(cwd: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
  const outcome = await evaluate(cwd, [...args, '--format', 'json'], env);
  if (outcome.stdout === '') throw new Error(outcome.stderr);
  return { ...outcome, data: JSON.parse(outcome.stdout) };
}

/** The folder of the latest experiment of a project. */
export async function keptIn(cwd: string): Promise<string> {
  const folder = join(cwd, '.precept/evals');
  const runs = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return join(folder, runs.at(-1)?.name ?? '');
}

/** The verdicts of all kept runs. */
export async function verdictsIn(cwd: string): Promise<string[]> {
  const folder = await keptIn(cwd);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('verdict.json'));
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
}
