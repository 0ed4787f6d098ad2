import { spawn } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { replaceFile, tempFolder, writeFiles } from '../support/folder.ts';
import { startClock } from '../support/in-time.ts';
import { cleanEnvironment, follow, type RunningProgram, startProgram } from '../support/program.ts';
import { isLinux } from '../support/system.ts';
import { type Answered, rules } from './server.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** The addresses at which servers said that they listen, in order; waits for as many as wanted. */
async function addresses(program: RunningProgram, count: number): Promise<string[]> {
  let found: string[] = [];
  await expect
    .poll(() => {
      found = [...program.stderr().matchAll(/listening on (\S+)/g)].map(([, url]) => String(url));
      return found.length;
    })
    .toBe(count);
  return found;
}

/** The processes whose parent this is. */
async function childrenOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter((word) => word !== '');
}

async function isServed(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const settings = (level: string, more = '') =>
  `http_port: 0\nlog_level: ${level}\nrules_path: rules\n${more}`;

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  return tempFolder({
    '.precept/settings.yml': settings('warn'),
    'rules/base/commandments.yml': rules('One'),
    ...files,
  });
}

test('the settings file, a plugin and the program start it again, on the same port; nothing is left behind', async () => {
  const folder = await project({
    '.precept/settings.yml': settings('warn', 'enabled_plugins: ["./own.mjs"]\n'),
    '.precept/own.mjs':
      "export default { name: 'own', description: 'A word', context: () => ({ word: 'first' }) };\n",
    'rules/base/commandments.yml': 'a:\n  ruleset: ["{{ word }} {{ more | default(\'-\') }}"]\n',
  });
  // A copy of the program, so that it can be changed; its place tells Node that it is a module.
  await cp(dist, `${folder}/program/dist`, { recursive: true });
  await writeFiles(folder, { 'program/package.json': '{"type":"module"}' });
  const program = follow(
    spawn(process.execPath, [`${folder}/program/dist/main.js`, 'serve', '--reload'], {
      env: await cleanEnvironment({ PRECEPT_TRUST: '1' }),
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );
  const [url = ''] = await addresses(program, 1);
  const text = async () => {
    const answer = await (await fetch(`${url}/api/v1/scopes/base/rules`)).json();
    return JSON.stringify((answer as Answered).commandments.a?.rules);
  };
  expect(await text()).toBe('["first -"]');

  await replaceFile(
    `${folder}/.precept/settings.yml`,
    settings('warn', 'enabled_plugins: ["./own.mjs"]\nmore: x\n'),
  );
  expect(await addresses(program, 2)).toEqual([url, url]);
  expect(await text()).toBe('["first x"]');

  await replaceFile(
    `${folder}/.precept/own.mjs`,
    "export default { name: 'own', description: 'A word', context: () => ({ word: 'second' }) };\n",
  );
  expect(await addresses(program, 3)).toEqual([url, url, url]);
  expect(await text()).toBe('["second x"]');

  const main = `${folder}/program/dist/main.js`;
  await replaceFile(main, `${await readFile(main, 'utf8')}\n`);
  expect(await addresses(program, 4)).toEqual([url, url, url, url]);
  expect(await text()).toBe('["second x"]');
  expect(program.stderr()).toContain('precept: main.js changed, the server starts again\n');
  if (isLinux) expect(await childrenOf(program.pid)).toHaveLength(1);

  const clock = startClock();
  program.signal('SIGTERM');
  // Its standard error is shared with the server, so that this waits for both.
  expect(await program.ended).toMatchObject({ code: 0, signal: null });
  await clock.expectInTime(2000);
  expect(await isServed(url)).toBe(false);
});

test('settings that are broken are told, and tried again when they change', async () => {
  const folder = await project({ '.precept/settings.yml': settings('loud') });
  const program = await startProgram(['serve', '--reload'], { cwd: folder });
  await program.logged('setting log_level');
  await program.logged('the server ended (exit code 1); it starts again when a file changes');
  await replaceFile(`${folder}/.precept/settings.yml`, settings('info'));
  const [url = ''] = await addresses(program, 1);
  await replaceFile(`${folder}/.precept/settings.yml`, 'log_level: [\n');
  await program.logged('settings.yml changed, the server starts again');
  await expect.poll(() => program.stderr().split('the server ended').length).toBe(3);
  expect(await isServed(url)).toBe(false);
  await replaceFile(`${folder}/.precept/settings.yml`, settings('warn'));
  expect(await addresses(program, 2)).toEqual([url, url]);
  program.signal('SIGINT');
  expect(await program.ended).toMatchObject({ code: 0, signal: null });
});

test('the port of the settings is another one when they say so', async () => {
  const folder = await project();
  const program = await startProgram(['serve', '--reload'], { cwd: folder });
  const [url = ''] = await addresses(program, 1);
  const probe = await startProgram(['serve', '--port', '0', '-r', `${folder}/rules`]);
  const [free = ''] = await addresses(probe, 1);
  const paths = 'explorer at /, API documentation at /docs, MCP at /mcp';
  expect(probe.stderr()).toBe(`precept: listening on ${free} (${paths})\n`);
  probe.signal('SIGTERM');
  await probe.ended;
  await replaceFile(
    `${folder}/.precept/settings.yml`,
    `http_port: ${new URL(free).port}\nrules_path: rules\n`,
  );
  expect(await addresses(program, 2)).toEqual([url, free]);
});

test('the server ends when the process that watches over it is killed', async () => {
  const program = await startProgram(['serve', '--reload'], { cwd: await project() });
  const [url = ''] = await addresses(program, 1);
  program.signal('SIGKILL');
  await program.ended;
  expect(await isServed(url)).toBe(false);
});
