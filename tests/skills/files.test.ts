import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import type { Service } from '../../src/service/service.ts';
import { precept } from '../cli/command-line.ts';
import { bundle, json, type Server, startServer, startStub } from '../federation/servers.ts';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { testService } from '../support/service.ts';
import { hasLinks, hasModes } from '../support/system.ts';
import { content, script } from './content.ts';

const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const large = Buffer.alloc(5 * 1024 * 1024, 'x');
const asked = { scope_name: 'shop', kata_name: 'cut-release' };
const told = [
  { path: 'data.bin', size: large.byteLength, sha256: hash(large) },
  { path: 'scripts/check.sh', size: script.length, sha256: hash(script) },
];

/** What asking for a kata of scope `s` fails with. */
async function faultOf(service: Service): Promise<Fault> {
  const input = { scope_name: 's', kata_name: 'k' };
  const outcome = await ask(service, 'get_kata', input).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Fault);
  return outcome as Fault;
}

let master: Server;
beforeAll(async () => {
  master = await startServer(content);
  await writeFile(path.join(master.rulesPath, 'shop/files/data.bin'), large);
});

describe('files of a kata', () => {
  test('are named in JSON, and in Markdown by their addresses', async () => {
    const data = JSON.parse(await ask(master.service, 'get_kata', asked));
    expect(data.files).toEqual(told);
    const response = await fetch(`${master.url}/api/v1/scopes/shop/katas/cut-release`);
    expect(await response.text()).toBe(
      '1. Tag shop.\n\nFiles:\n\n- `skill://shop/delivery.release/cut-release/data.bin`\n- `skill://shop/delivery.release/cut-release/scripts/check.sh`\n',
    );
    const plain = JSON.parse(await ask(master.service, 'get_kata', { ...asked, kata_name: 'roll-back' }));
    expect(plain).not.toHaveProperty('files');
  });

  test('travel in bundles, large ones by their hash, and arrive whole behind two servers', async () => {
    const { katas, warnings } = (await (await fetch(`${master.url}/api/v1/scopes/shop/bundle`)).json()) as {
      katas: Record<string, { katas: Record<string, { files: unknown }> }>;
      warnings: string[];
    };
    expect(katas['delivery.release']?.katas['cut-release']?.files).toEqual({
      'data.bin': { sha256: hash(large), size: large.byteLength },
      'scripts/check.sh': {
        sha256: hash(script),
        size: script.length,
        base64: Buffer.from(script).toString('base64'),
      },
    });
    expect(katas.bad?.katas).not.toHaveProperty('outside');
    expect(warnings).toEqual([expect.stringContaining('shop/katas.yml')]);
    const file = await fetch(`${master.url}/api/v1/scopes/shop/files/${hash(large)}`);
    expect(hash(new Uint8Array(await file.arrayBuffer()))).toBe(hash(large));
    expect((await fetch(`${master.url}/api/v1/scopes/shop/files/${'0'.repeat(64)}`)).status).toBe(404);
    const middle = await startServer({}, { master_server_url: [master.url] });
    const reader = await testService({}, { master_server_url: [middle.url] });
    expect(JSON.parse(await ask(reader.service, 'get_kata', asked)).files).toEqual(told);
  });

  test('are exported with their skill, scripts to be run, and go when the kata does', async () => {
    const katas = 'c: {katas: {cut: {files: {scripts/check.sh: files/check.sh}, procedure: 1. Go.}}}';
    const { rulesPath } = await testService({ 'shop/katas.yml': katas, 'shop/files/check.sh': script });
    const cwd = await tempFolder();
    const run = (...argv: string[]) =>
      precept(['export', 'shop', '-r', rulesPath, '--to', 'skills', '--dir', cwd, ...argv]);
    expect((await run('--write')).code).toBe(0);
    const written = path.join(cwd, '.agents/skills/cut/scripts/check.sh');
    expect(await readFile(written, 'utf8')).toBe(script);
    if (hasModes) expect((await stat(written)).mode & 0o111).not.toBe(0);
    expect((await run('--check')).code).toBe(0);
    await writeFile(path.join(rulesPath, 'shop/katas.yml'), 'c: {katas: {other: 1. Go.}}');
    expect((await run('--write')).stdout).toContain('removed  .agents/skills/cut/scripts/check.sh');
    await expect(stat(written)).rejects.toThrow();
  });
});

describe('a file that cannot be served', () => {
  test.each([
    ['is not there', { x: 'nothing' }, /file "x" of kata `c\/k`: nothing is not there/],
    ['leads out', { x: '../other' }, /does not lead straight down/],
    ['is absolute', { x: '/etc/passwd' }, /is absolute/],
    ['is a folder', { x: 'files' }, /cannot be read/],
    ['has a bad name', { '../x': 'katas.yml' }, /its name does not lead straight down/],
    ['stands for the kata', { 'SKILL.md': 'katas.yml' }, /its name is that of the kata itself/],
    ['is read from a folder of git', { x: '.git/config' }, /"\.git\/config" leads into a folder of git/],
  ])('%s: the kata is invalid, and only that', async (_, files, says) => {
    const katas = { c: { katas: { k: { files, procedure: '1. Go.' }, sound: '1. Go.' } } };
    const { service, rulesPath } = await testService({
      's/katas.yml': JSON.stringify(katas),
      's/files/a': '',
    });
    const fault = await faultOf(service);
    expect(fault.code).toBe('invalid-content');
    expect(fault.message).toMatch(says);
    expect(await ask(service, 'get_kata', { scope_name: 's', kata_name: 'sound' })).toContain('Go.');
    const { stdout, code } = await precept(['lint', '-r', rulesPath]);
    expect(code).toBe(1);
    expect(stdout).toContain('[kata-file]');
  });

  test.runIf(hasLinks)('is behind a link that leads out', async () => {
    const { service, rulesPath } = await testService({
      's/katas.yml': 'c: {katas: {k: {files: {x: link}, procedure: 1. Go.}}}',
    });
    await mkdir(path.join(rulesPath, 'other'));
    await writeFile(path.join(rulesPath, 'other/secret'), 'secret');
    await symlink('../other/secret', path.join(rulesPath, 's/link'));
    const fault = await faultOf(service);
    expect(fault.message).toMatch(/link leads out of the folder of the scope/);
  });

  test('is not what a master promised', async () => {
    const origin = { server: 'local', scope: 's', file: 's/katas.yml', line: 1 };
    const files = { x: { sha256: hash('true'), size: 4, base64: Buffer.from('lies').toString('base64') } };
    const katas = { c: { katas: { k: { procedure: '1. Go.', origin, files } } } };
    const answer = (url: string) => (url.includes('/bundle') ? bundle('s', { katas }) : { scopes: ['s'] });
    const stub = await startStub(json(answer));
    const { service } = await testService({}, { master_server_url: [stub.url] });
    const fault = await faultOf(service);
    expect(fault.message).toMatch(/gave is not what it promised/);
  });
});
