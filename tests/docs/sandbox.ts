import { spawn } from 'node:child_process';
import { chmod, symlink } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder, writeFiles } from '../support/folder.ts';
import {
  cleanEnvironment,
  follow,
  type Outcome,
  programFile,
  type RunningProgram,
} from '../support/program.ts';
import { root } from './markdown.ts';

/** Commands that are not run, with the reason; a stand-in that does nothing answers in their place. */
export const standIns: Readonly<Record<string, string>> = {
  npm: 'asks the registry; that its scripts exist is looked up',
  systemctl: 'needs systemd, and root',
  journalctl: 'needs systemd, and root',
  useradd: 'needs root',
  'precept-as-server': 'needs root: tests/deploy/programs.system.test.ts runs it',
};

/** Blocks that are only parsed, by a word in them, with the reason. */
export const onlyParsed: Readonly<Record<string, string>> = {
  PRECEPT_STORE_URL: 'needs a database: tests/store has one',
  'x-cache-status': 'needs nginx: tests/http/nginx.system.test.ts runs the example',
};

export interface Sandbox {
  /** What the blocks' folders below the root of the disk (`/srv`, `/etc`, `/var`, `/usr/local`) are here. */
  readonly folder: string;
  /** Where the blocks are run. */
  readonly cwd: string;
  /** Runs a block with bash to its end; any command that fails ends it. */
  run(block: string, options?: RunOptions): Promise<Outcome>;
  /** Starts a block that does not end by itself; it is ended with the test. */
  start(block: string, options?: RunOptions): Promise<RunningProgram>;
}

export interface RunOptions {
  /** Port that stands for 8000; 0 unless given. */
  readonly port?: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A folder that is a checkout and a project at once, in which `precept` is the built program. `scope` has the files of the
 * one scope, `checkout`.
 */
export async function createSandbox(
  scope: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Promise<Sandbox> {
  const folder = await tempFolder(standInFiles());
  const bin = path.join(folder, 'bin');
  for (const name of ['precept', 'npx', ...Object.keys(standIns)]) await chmod(path.join(bin, name), 0o755);
  const cwd = path.join(folder, 'work');
  const rules = Object.fromEntries(Object.entries(scope).map(([name, text]) => [`checkout/${name}`, text]));
  await writeFiles(path.join(cwd, '.precept/rules'), rules);
  await writeFiles(path.join(folder, 'srv/rules'), rules);
  await writeFiles(cwd, { 'settings.yml': '', ...files });
  for (const name of ['dist', 'examples']) await symlink(path.join(root, name), path.join(cwd, name));

  const begin = async (block: string, { port = 0, cwd: where = cwd, env = {} }: RunOptions) => {
    const script = block
      .replace(/(?<![\w.])\/(srv|var|etc|usr\/local)\//g, `${folder}/$1/`)
      .replaceAll('127.0.0.2', '127.0.0.1')
      .replace(/\b8000\b/g, String(port));
    const own = await cleanEnvironment({
      PRECEPT_HTTP_PORT: String(port),
      HOME: path.join(folder, 'home'),
      ...env,
    });
    return spawn('bash', ['--norc', '-e', '-u', '-o', 'pipefail', '-c', script], {
      cwd: where,
      env: { ...own, PATH: `${bin}${path.delimiter}${own.PATH}` },
      stdio: 'pipe',
      // A group of its own, so that what bash has started ends with it.
      detached: true,
    });
  };
  return {
    folder,
    cwd,
    async run(block, options = {}) {
      const program = follow(await begin(block, options));
      program.stdin.end();
      return program.ended;
    },
    async start(block, options = {}) {
      const child = await begin(block, options);
      const program = follow(child);
      onTestFinished(async () => {
        if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
        await program.ended;
      });
      return program;
    },
  };
}

function standInFiles(): Record<string, string> {
  const nothing = Object.keys(standIns).map((name) => [`bin/${name}`, '#!/bin/sh\nexit 0\n']);
  return {
    ...Object.fromEntries(nothing),
    'bin/precept': `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`,
    'bin/npx': '#!/bin/sh\n[ "$1 $2" = "-y precept-mcp" ] || exit 2\nshift 2\nexec precept "$@"\n',
    'home/': '',
    'etc/systemd/system/': '',
    'var/lib/precept/feedback.jsonl': '',
    'var/backups/': '',
    'usr/local/bin/': '',
  };
}
