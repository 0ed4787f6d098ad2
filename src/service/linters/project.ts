import { basename, join } from 'node:path';
import { execPath } from 'node:process';
import { readSmallFile } from '../../runtime/files/files.ts';
import { type ChildOutcome, endOfChild } from '../../runtime/run-child.ts';
import { startChild } from '../../runtime/start-child.ts';
import { ownProgram, type Program, programOnPath } from './find-program.ts';

/** A checkout, as tools are asked about it. All paths are relative to it, with forward slashes. */
export interface Project {
  readonly root: string;
  readonly files: readonly string[];
  /** Whether tools and configuration that are code may run. */
  readonly mayRun: boolean;
  /** The text of a file; null for one that is absent, no regular file, or large. */
  read(file: string): string | null;
  /** The tool's program: the project's own, else that along PATH; null where there is none, or where it may not run. */
  program(name: string, npm?: string): Promise<Program | null>;
  /** Why there is no program. */
  whyNot(name: string): string;
  /** Runs a program in a folder of the checkout, without a shell. Null where it cannot be started. */
  run(program: Program, args: readonly string[], folder?: string): Promise<ChildOutcome | null>;
  /** Runs a module of ours in Node, where the configuration is code, and gives its JSON, or why there is none. */
  runScript(script: string, input: object, folder?: string): Promise<{ data: unknown } | { unread: string }>;
}

const usualSeconds = 60;
const maxOutput = 64 * 1024 * 1024;
const mostBytes = 1024 * 1024;
/** Stands before our script's answer: configuration may print. */
const mark = '\u0001precept\u0001';

export function createProject({
  root,
  files,
  mayRun,
  env,
  seconds = usualSeconds,
  tools = root,
}: Pick<Project, 'root' | 'files' | 'mayRun'> & {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long one run of a tool may take. */
  readonly seconds?: number | undefined;
  /** The folder whose packages have the programs that the checkout lacks. */
  readonly tools?: string;
}): Project {
  const limits = { milliseconds: seconds * 1000, maxOutput };
  const surroundings = (folder: string) => ({ cwd: join(root, folder), env: { ...env, NO_COLOR: '1' } });
  const run: Project['run'] = (program, args, folder = '') =>
    endOfChild(startChild(program.path, [...program.first, ...args], surroundings(folder)), limits);
  return {
    root,
    files,
    mayRun,
    read: (file) => readSmallFile(join(root, file), mostBytes)?.toString('utf8') ?? null,
    async program(name, npm) {
      if (!mayRun) return null;
      const own = (await ownProgram(root, name, npm)) ?? (await ownProgram(tools, name, npm));
      return own ?? programOnPath(name, env);
    },
    whyNot: (name) => (mayRun ? `${name} is not installed` : `${name} may not run here`),
    run,
    async runScript(script, input, folder = '') {
      const args = [
        '--input-type=module',
        '-e',
        `${script}\nprocess.stdout.write(${JSON.stringify(mark)} + JSON.stringify(answer) + ${JSON.stringify(mark)});`,
      ];
      const ended = await endOfChild(
        startChild(execPath, args, surroundings(folder)),
        limits,
        JSON.stringify(input),
      );
      const [, answer] = ended?.stdout.split(mark) ?? [];
      if (ended?.code !== 0 || answer === undefined) return { unread: complaint(ended) };
      return { data: JSON.parse(answer) };
    },
  };
}

/** What a program that failed has said, in one line. */
export function complaint(ended: ChildOutcome | null): string {
  if (ended === null) return 'it cannot be started';
  if (ended.code === null) return 'it takes too long, or prints too much';
  const lines = `${ended.stderr}\n${ended.stdout}`.split('\n').map((line) => line.trim());
  const telling =
    lines.find((line) => /error|fail|invalid|cannot|could not|unknown/i.test(line)) ??
    lines.find((line) => line !== '');
  return (telling ?? `it ended with ${ended.code}`).slice(0, 300);
}

/** Gives the nearest of the files of that name at or above a file; null where there is none. */
export function createNearest(files: readonly string[], names: RegExp): (file: string) => string | null {
  const byFolder = new Map<string, string>();
  for (const file of files)
    if (names.test(basename(file)) && !byFolder.has(folderOf(file))) byFolder.set(folderOf(file), file);
  return (file) => {
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      const found = byFolder.get(folder);
      if (found !== undefined) return found;
      if (folder === '') return null;
    }
  };
}

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A path as seen from a folder that it lies in. */
export function seenFrom(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
