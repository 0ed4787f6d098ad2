import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { execPath } from 'node:process';
import { isInside, readSmallFile } from '../../runtime/files/files.ts';
import { findUp, foldersUp } from '../../runtime/files/find-up.ts';

/** A program to start, and the arguments that come first. */
export interface Program {
  readonly path: string;
  readonly first: readonly string[];
}

const isWindows = platform() === 'win32';
const mostBytes = 1024 * 1024;

/** The program of a project's own packages, or of the repository's around it. `npm` is the package, where that is not the program's name. */
export async function ownProgram(root: string, name: string, npm: string = name): Promise<Program | null> {
  const top = await findUp(root, '.git');
  const folders = top === null ? [root] : foldersUp(root).filter((one) => isInside(one, top));
  for (const folder of folders) {
    const found = await programBelow(folder, name, npm);
    if (found !== null) return found;
  }
  return null;
}

async function programBelow(root: string, name: string, npm: string): Promise<Program | null> {
  const folder = join(root, 'node_modules', npm);
  const bin = binOf(readSmallFile(join(folder, 'package.json'), mostBytes), name);
  const file = bin === null ? null : await runnable(join(folder, bin));
  if (file !== null) return file;
  // On Windows these are scripts of a shell.
  return isWindows ? null : runnable(join(root, 'node_modules', '.bin', name));
}

/** A program along PATH; entries of it that depend on the working folder do not count. */
export async function programOnPath(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Program | null> {
  const key = Object.keys(env).find((one) => one === 'PATH' || (isWindows && /^path$/i.test(one)));
  const folders = (env[key ?? 'PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  // On Windows npm installs programs as scripts.
  const names = isWindows ? [`${name}.exe`, `${name}.cmd`, `${name}.bat`] : [name];
  for (const folder of folders)
    for (const one of names) {
      const file = await runnable(join(folder, one));
      if (file !== null) return file;
    }
  return null;
}

function binOf(bytes: Buffer | null, name: string): string | null {
  try {
    const { bin } = JSON.parse(bytes?.toString('utf8') ?? '');
    const path: unknown = typeof bin === 'string' ? bin : bin?.[name];
    return typeof path === 'string' ? path : null;
  } catch {
    return null;
  }
}

/** How a file is started: scripts of Node by this Node, whatever PATH says. */
async function runnable(path: string): Promise<Program | null> {
  const file = await realpath(path).catch(() => null);
  if (file === null || !(await stat(file)).isFile()) return null;
  if (/\.[cm]?js$/.test(file) || (await isNodeScript(file))) return { path: execPath, first: [file] };
  const may = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  return may ? { path: file, first: [] } : null;
}

async function isNodeScript(file: string): Promise<boolean> {
  return /^#!.*\bnode\b/.test(readSmallFile(file, mostBytes)?.toString('utf8', 0, 80) ?? '');
}
