import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Programs } from '../../src/faces/cli/program.ts';
import { runCli } from '../../src/faces/cli/run.ts';
import { type JsonShape, shapeOfValues } from './shape-lines.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const acme = ['-c', path.join(root, 'examples/acme/settings.yml')];

/** Runs of the commands that are no operation and answer as JSON; `{here}` is a folder of their own. */
const runs: readonly (readonly string[])[] = [
  ['lint', '{here}/broken'],
  ['lint', ...acme],
  ['diff', '{here}/rules', '{here}/other'],
  ['test', ...acme],
  ['test', '-r', '{here}/rules'],
  ['doctor'],
  ['import', '{here}/AGENTS.md', '--scope', 'imported'],
  ['export', 'store', '-r', '{here}/rules', '--dir', '{here}'],
  ['publish', '{here}/published', '-r', '{here}/rules'],
  ['keys', 'new', '{here}/key.pem'],
  ['trust', '--show'],
  ['tenka', 'import', '{here}/junit.xml', '-r', '{here}/rules', '--validation-file', '{here}/results.jsonl'],
  ['feedback', 'missed-categories', '--task', 'a task', '--category', 'api', '--reason', 'not seen'],
  ['feedback', 'list'],
  [
    'whoami',
    '--oidc-issuer-url',
    'http://127.0.0.1:9',
    '--oidc-client-id',
    'c',
    '--master-server-url',
    'http://127.0.0.1:9',
  ],
];

const files: Readonly<Record<string, string>> = {
  'AGENTS.md': '# Shop\n\n## Tests\n\n- Always run the tests\n- Prefer small tests\n',
  'broken/shop/metadata.yml': 'description: A shop\n',
  'broken/shop/commandments.yml':
    'api:\n  when: When changing the API\n  ruleset: [Answer errors as problem details, 3]\n',
  'rules/store/commandments.yml': 'api:\n  ruleset: [Answer errors as problem details]\n  typo: 1\n',
  'rules/store/tests.yml': 'tests:\n  fails: {task: errors, finds: [absent]}\n',
  'rules/store/tenka.yml':
    'tenka:\n  US1: {who: a, what: b, why: c, acs: {AC1.1: {given: g, when: w, then: t, checks: [{test: proves}]}}}\n',
  'other/store/commandments.yml': 'api:\n  ruleset: [Answer errors as plain text]\n',
  'junit.xml': '<testsuite name="s"><testcase name="proves" classname="c"/></testsuite>',
  '.precept/settings.yml': 'remote_ssl_verify: false\n',
};

/** What each of these commands was seen to answer with `--format json`, by the command. */
export async function observedCommands(): Promise<ReadonlyMap<string, JsonShape>> {
  const here = await realpath(await mkdtemp(path.join(tmpdir(), 'precept-report-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(here, name)), { recursive: true });
      await writeFile(path.join(here, name), text);
    }
    const seen = new Map<string, unknown[]>();
    for (const run of runs) {
      const argv = run.map((word) => word.replace('{here}', here));
      const name = run
        .slice(0, run.findIndex((word, at) => at > 0 && !/^[a-z]+$/.test(word)) >>> 0)
        .join(' ');
      const known = /^(?:tenka import|feedback list|feedback|keys new)/.exec(name)?.[0] ?? run[0] ?? '';
      seen.set(known, [...(seen.get(known) ?? []), await answerOf(argv, here)]);
    }
    seen.delete('feedback');
    return new Map([...seen].map(([name, values]) => [name, shapeOfValues(values)]));
  } finally {
    await rm(here, { recursive: true, force: true });
  }
}

async function answerOf(argv: readonly string[], here: string): Promise<unknown> {
  let text = '';
  let said = '';
  const stdout = new PassThrough().on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const stderr = new PassThrough().on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const world = {
    env: { XDG_CONFIG_HOME: path.join(here, 'config'), XDG_CACHE_HOME: path.join(here, 'cache') },
    cwd: here,
    home: path.join(here, 'home'),
    stdin: new PassThrough(),
    stdout,
    stderr,
    interrupted: () => new Promise<string>(() => {}),
  };
  const machine = { platform: 'linux', node: '20.0.0', schemas: new URL('../../schemas/', import.meta.url) };
  const format = argv[0] === 'feedback' && argv[1] !== 'list' ? [] : ['--format', 'json'];
  await runCli([...argv, ...format], world, { machine } as unknown as Programs);
  if (format.length === 0) return null;
  if (text === '') throw new Error(`precept ${argv.join(' ')} gave no JSON: ${said}`);
  return JSON.parse(text);
}
