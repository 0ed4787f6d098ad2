import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commitAll, git } from '../support/git.ts';
import { startProgram } from '../support/program.ts';
import { hasShell } from '../support/system.ts';
import { placeOf, readMarkdown, root, type Snippet } from './markdown.ts';
import { answerSnippet, snippetsFor } from './rules.ts';
import { createSandbox, onlyParsed, type Sandbox, standIns } from './sandbox.ts';

const all = snippetsFor('shell');
/** Proved by tests/docs/programs.system.test.ts, with a real provider. */
const isLogin = ({ file }: Snippet) => ['docs/login.md', 'docs/try-login.md'].includes(file);
/** Proved by tests/docs/moving.system.test.ts, in projects of their own. */
const isMoving = ({ file }: Snippet) => file === 'docs/moving.md';
/** Proved by tests/docs/get-started.system.test.ts, in one project. */
const isTutorial = ({ file }: Snippet) => file === 'docs/get-started.md';
/** Proved by tests/docs/teams.system.test.ts, in a project and a repository. */
const isTeams = ({ file }: Snippet) => file === 'docs/teams.md';
const isParsed = ({ text }: Snippet) => Object.keys(onlyParsed).some((word) => text.includes(word));
const isServer = ({ text }: Snippet) => /\bserve\b/.test(text.replace(/#.*$/gm, ''));
const rest = all.filter(
  (snippet) => ![isLogin, isMoving, isTutorial, isTeams, isParsed].some((is) => is(snippet)),
);
const titled = (snippets: readonly Snippet[]) => snippets.map((one) => [placeOf(one), one] as const);

test
  .runIf(hasShell)
  .each(
    titled([...all, ...readMarkdown('CONTRIBUTING.md').snippets.filter(({ language }) => language === 'sh')]),
  )('%s is shell, and its npm scripts exist', (_, { text }) => {
  expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g))
    expect(Object.keys(scripts)).toContain(script);
  for (const [, command] of text.matchAll(/npm ([a-z]+)/g))
    expect(['ci', 'install', 'run', 'test']).toContain(command);
});

test('every exception is used', () => {
  for (const word of Object.keys(onlyParsed)) expect(all.some(({ text }) => text.includes(word))).toBe(true);
  for (const name of Object.keys(standIns))
    expect(all.some(({ text }) => new RegExp(`(^|&& )${name} `, 'm').test(text))).toBe(true);
});

// Windows has no bash of its own.
describe.runIf(hasShell)('run in a shell', () => {
  let sandbox: Sandbox;
  let port: number;
  beforeAll(async () => {
    const [vision] = snippetsFor('tenka');
    // The one with all that the blocks ask for by name.
    const rules = snippetsFor('commandments').find(({ text }) => text.includes('id: cursor-paging'));
    const [katas] = snippetsFor('katas');
    sandbox = await createSandbox(
      // The guide's own story, and a report that proves it.
      {
        'tenka.yml': vision?.text ?? '',
        'commandments.yml': rules?.text ?? '',
        'katas.yml': katas?.text ?? '',
      },
      {
        'build/unit/TEST-a.xml': '<testsuite><testcase name="filters by prefix"/></testsuite>',
        // A repository of rules alone.
        'rules/acme/commandments.yml': 'api:\n  ruleset: [Validate input]\n',
      },
    );
    await git(sandbox.cwd, 'init', '--quiet', '--initial-branch=main');
    await commitAll(sandbox.cwd);
    await git(sandbox.cwd, 'tag', 'v1');
    const server = await startProgram([
      'serve',
      '--port',
      '0',
      '-r',
      `${root}examples/acme/rules`,
      '--log-level',
      'info',
    ]);
    await server.logged('listening on');
    port = Number(/listening on \S+:(\d+)/.exec(server.stderr())?.[1]);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/scopes`)).status).toBe(200);
    await server.logged('GET /api/v1/scopes 200');
    const masked = (line: string) => line.trim().replace(/[\d.]+ ms \S+$/, 'TIME ms ID');
    const line = server
      .stderr()
      .split('\n')
      .find((one) => one.includes('GET /api'));
    expect(masked(line ?? '')).toBe(masked(answerSnippet('request').text));
  });

  test.each(titled(rest.filter((snippet) => !isServer(snippet))))('%s', async (_, { text }) => {
    const cwd = /\binit\b/.test(text) ? path.join(sandbox.folder, 'new') : sandbox.cwd;
    await mkdir(cwd, { recursive: true });
    expect(await sandbox.run(text, { port, cwd })).toMatchObject({ code: 0, stderr: expect.any(String) });
  });

  test.each(titled(rest.filter(isServer)))('%s serves', async (_, { text }) => {
    const program = await sandbox.start(text);
    await program.logged('listening on');
    const url = /listening on (\S+)/.exec(program.stderr())?.[1];
    const answer = await fetch(`${url}/ready`);
    expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([200, 'ok']);
    const scopes = await fetch(`${url}/api/v1/scopes`);
    expect(await scopes.json()).toContain('checkout');
  });
});
