import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project's folder with a home beside it, and the program to be run there. */
export interface Project {
  readonly folder: string;
  readonly home: string;
  /** Spawns the program. */
  run(...args: string[]): Promise<Ended>;
  /** Runs the same command line in this process, which costs less. */
  precept(...args: string[]): Promise<Ended>;
  read(file: string): Promise<string>;
  /** All files of the project and their texts. */
  files(): Promise<Readonly<Record<string, string>>>;
}

export async function project(
  files: Readonly<Record<string, string>> = {},
  { name = 'shop', env = {}, homeFiles = {} }: ProjectOptions = {},
): Promise<Project> {
  const around = await tempFolder();
  const folder = path.join(around, name);
  const home = path.join(around, 'home of a person');
  await mkdir(folder);
  await mkdir(home);
  await writeFiles(folder, files);
  await writeFiles(home, homeFiles);
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  return {
    folder,
    home,
    run: (...args) => runProgram(args, { cwd: folder, env: { ...env, HOME: home, USERPROFILE: home } }),
    precept: (...args) => precept(args, { cwd: folder, env, home }),
    read,
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .map((file) => file.split(path.sep).join('/'));
      return Object.fromEntries(await Promise.all(names.map(async (file) => [file, await read(file)])));
    },
  };
}

interface ProjectOptions {
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly homeFiles?: Readonly<Record<string, string>>;
}
