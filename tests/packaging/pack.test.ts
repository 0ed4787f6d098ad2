import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
// npm is a .cmd on Windows, which only a shell can start.
const npm = (args: string[], cwd: string) => run('npm', args, { cwd, shell: process.platform === 'win32' });

describe('the packed package', () => {
  it('installs into an empty folder without its dependencies and runs', { timeout: 120_000 }, async () => {
    const folder = await tempFolder({
      'rules/shop/commandments.yml': 'api:\n  ruleset: ["Hello {{ scope.name }}"]\n',
    });
    await npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    expect(tarball).toMatch(/^precept-mcp-\d/);
    await run('tar', ['-xzf', tarball as string], { cwd: folder });
    const unpacked = path.join(folder, 'package');
    const { bin, files } = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8'));
    expect(Object.keys(bin)).toEqual(['precept', 'precept-mcp']);
    expect(files).toContain('dist');

    const program = path.join(unpacked, bin.precept);
    const { stdout } = await run(process.execPath, [
      program,
      'rules',
      'shop',
      '-r',
      path.join(folder, 'rules'),
    ]);
    expect(stdout).toContain('- **MUST**: Hello shop');
    const names = await readdir(path.join(unpacked, 'dist'));
    expect(names).toEqual(expect.arrayContaining(['swagger-ui', 'THIRD-PARTY-LICENSES.txt']));
  });
});
