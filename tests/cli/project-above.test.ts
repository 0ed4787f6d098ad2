import { spawnSync } from 'node:child_process';
import { chown, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { programFile, runProgram, startProgram } from '../support/program.ts';
import { hasLinks } from '../support/system.ts';
import { precept } from './command-line.ts';

const rule = (text: string) => `a:\n  ruleset: ["${text}"]\n`;
const project = {
  '.precept/settings.yml': 'default_scope: shop\nteam: ours\n',
  '.precept/rules/shop/commandments.yml': rule('Rule of {{ team }}'),
};

/** What `precept rules` says in a folder, or its exit code. */
async function rulesIn(cwd: string, home?: string): Promise<string> {
  const { code, stdout } = await precept(['rules', '--format', 'json'], { cwd, ...(home && { home }) });
  return code === 0 ? JSON.parse(stdout).commandments.a.rules[0] : `exit code ${code}`;
}

describe('a command in a sub-folder', () => {
  it('finds the project above it, with settings, rules, and files of its own', async () => {
    const top = await tempFolder({ ...project, 'packages/web/src/': '' });
    const below = path.join(top, 'packages/web/src');
    expect(await rulesIn(below)).toBe('Rule of ours');
    const { stdout } = await precept(['context', '--format', 'json'], { cwd: below });
    const variable = (name: string) =>
      JSON.parse(stdout).variables.find((one: { name: string }) => one.name.startsWith(name))?.value;
    expect(variable('feedback_file')).toBe(path.join(top, '.precept/feedback.jsonl'));
    expect(variable('validation_file')).toBe(path.join(top, '.precept/validation.jsonl'));
  });

  it('takes files from there, or from the project where they lead somewhere only from it', async () => {
    const top = await tempFolder({
      '.precept/settings.yml': 'default_scope: shop\n',
      '.precept/rules/shop/commandments.yml': 'a:\n  paths: [web/src/**]\n  ruleset: [One]\n',
      'web/src/page.ts': '',
    });
    const isFound = async (file: string, folder = 'web') => {
      const { stdout } = await precept(['find', 'x', '--files', file], { cwd: path.join(top, folder) });
      return stdout.includes('For your files:');
    };
    for (const file of ['src/page.ts', 'src/new.ts', './src/new.ts', 'web/src/page.ts', 'web/src/new.ts'])
      expect([file, await isFound(file)]).toEqual([file, true]);
    expect(await isFound('new.ts', 'web/src')).toBe(true);
    expect(await isFound('../README.md,lib/x.ts')).toBe(false);
    expect(await isFound('src/page.ts', '.')).toBe(false);
  });

  it.runIf(process.platform !== 'win32')(
    'is not the folder of its user where HOME is no absolute path',
    async () => {
      const folder = await tempFolder({
        ...project,
        '.precept/settings.yml': 'enabled_plugins: [./own.mjs]\n',
      });
      for (const HOME of ['', '.']) {
        const { stderr } = await runProgram(['scopes'], { cwd: folder, env: { HOME } });
        expect(stderr).toContain('is not trusted: enabled_plugins has no effect');
      }
    },
  );

  // Windows keeps a folder that a process works in.
  it.runIf(process.platform !== 'win32')('that was removed says so, without a stack', async () => {
    const folder = await tempFolder();
    const script = `cd "${folder}" && rmdir "${folder}" && exec "${process.execPath}" "${programFile}" rules`;
    const { status, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe(
      'precept: the working folder does not exist any more; change to another one and run the command again\n',
    );
    expect(status).toBe(1);
  });

  it('takes the nearest project, its own first', async () => {
    const top = await tempFolder({
      ...project,
      'web/.precept/settings.yml': 'default_scope: web\n',
      'web/.precept/rules/web/commandments.yml': rule('Rule of the web'),
      'web/src/': '',
    });
    expect(await rulesIn(path.join(top, 'web'))).toBe('Rule of the web');
    expect(await rulesIn(path.join(top, 'web/src'))).toBe('Rule of the web');
  });

  it('is not led astray by a .precept that holds feedback alone', async () => {
    const top = await tempFolder({ ...project, 'web/.precept/feedback.jsonl': '' });
    expect(await rulesIn(path.join(top, 'web'))).toBe('Rule of ours');
  });

  it('takes flags and variables relative to the working folder all the same', async () => {
    const top = await tempFolder({ ...project, 'web/own/shop/commandments.yml': rule('Another') });
    const { stdout } = await precept(['rules', '-r', 'own'], { cwd: path.join(top, 'web') });
    expect(stdout).toContain('**MUST**: Another');
  });

  it.each(hasLinks ? ['', 'link/'] : [''])('does not look above the home folder (%j)', async (link) => {
    const top = await tempFolder({ ...project, 'home/ann/work/': '' });
    const home = path.join(top, 'home/ann');
    if (hasLinks) await symlink(path.join(top, 'home'), path.join(top, 'link'));
    const named = path.join(top, link === '' ? 'home' : link, 'ann');
    expect(await rulesIn(path.join(home, 'work'), named)).toBe('exit code 2');
    expect(await rulesIn(home, named)).toBe('exit code 2');
    expect(await rulesIn(path.join(home, 'work'))).toBe('Rule of ours');
  });

  it.runIf(process.getuid?.() === 0)('does not take what somebody else has put above it', async () => {
    const top = await tempFolder({ ...project, 'web/': '' });
    await chown(path.join(top, '.precept'), 12_345, 12_345);
    expect(await rulesIn(path.join(top, 'web'))).toBe('exit code 2');
    expect(await rulesIn(top)).toBe('Rule of ours');
    // A whole checkout of somebody else, as a container sees that of its host.
    await chown(path.join(top, 'web'), 12_345, 12_345);
    expect(await rulesIn(path.join(top, 'web'))).toBe('Rule of ours');
  });

  it('serves MCP over stdio from above too', async () => {
    const top = await tempFolder({ ...project, 'web/': '' });
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get_rules', arguments: {} },
    };
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call,
    ];
    const program = await startProgram([], { cwd: path.join(top, 'web') });
    for (const message of messages) program.stdin.write(`${JSON.stringify(message)}\n`);
    expect(await program.line((line) => line.includes('"id":2'))).toContain('Rule of ours');
  });

  it('names the project of the folder to doctor', async () => {
    const top = await tempFolder({
      ...project,
      '.mcp.json': JSON.stringify({
        mcpServers: { precept: { command: process.execPath, args: [programFile] } },
      }),
    });
    await mkdir(path.join(top, 'web'));
    const { stdout } = await precept(['doctor'], { cwd: path.join(top, 'web') });
    expect(stdout).toMatch(/Claude Code has the entry "precept" in \S*\.mcp\.json/);
  });
});

it('an old Node.js is named, and a hook still ends with 0', async () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })`;
  const NODE_OPTIONS = `--import="${old}"`;
  const { code, stderr } = await runProgram(['rules'], { env: { NODE_OPTIONS } });
  expect(stderr).toBe('precept: this is Node.js 18.20.8, which is too old; install Node.js 20 or newer\n');
  expect(code).toBe(1);
  const hook = await runProgram(['hook', 'PreToolUse', '--client', 'claude'], { env: { NODE_OPTIONS } });
  expect(hook).toMatchObject({ code: 0, stdout: '', stderr: '' });
});
