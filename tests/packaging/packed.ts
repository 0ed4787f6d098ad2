import { execFile } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildTypes } from '../../scripts/build-types.ts';
import { tempFolder } from '../support/folder.ts';
import { npmNeedsShell } from '../support/system.ts';

export const run = promisify(execFile);
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Runs npm in a folder. It is a .cmd on Windows, which only a shell can start. */
export function npm(args: readonly string[], cwd: string): Promise<{ stdout: string }> {
  return run('npm', [...args], { cwd, shell: npmNeedsShell });
}

/** Packs what would be published, types included, without touching dist/; gives the path of the tarball. */
export async function packTarball(): Promise<string> {
  const stage = await tempFolder();
  const { files } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  // npm itself leaves out those that begin with `!`.
  for (const name of ['package.json', ...files.filter((file: string) => !file.startsWith('!'))]) {
    await cp(path.join(root, name), path.join(stage, name), { recursive: true });
  }
  await buildTypes(path.join(stage, 'dist/types'));
  const folder = await tempFolder();
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], stage);
  const [tarball = 'none'] = await readdir(folder);
  return path.join(folder, tarball);
}

/** Installs a tarball into an empty folder, without a registry; gives the folder. */
export async function installTarball(tarball: string): Promise<string> {
  const folder = await tempFolder({ 'package.json': '{"private": true, "type": "module"}\n' });
  await npm(['install', '--offline', '--no-package-lock', tarball], folder);
  return folder;
}
