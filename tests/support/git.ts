import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tempFolder, writeFiles } from './folder.ts';

const run = promisify(execFile);

/** What git needs of an environment to commit, with nothing of the machine's own settings. */
export const gitEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada Lovelace',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada Lovelace',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** Runs git in a folder, without the look after each commit whether there is something to pack. Gives what it prints, without the last line break. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const argv = ['-c', 'maintenance.auto=false', ...args];
  return (await run('git', argv, { cwd: folder, env: gitEnvironment })).stdout.trimEnd();
}

/** Commits everything in a folder. */
export async function commitAll(folder: string, message = 'Change'): Promise<void> {
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
}

/** A repository with one commit of these files (path -> text). */
export async function gitRepository(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await tempFolder();
  await writeFiles(folder, files);
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  await commitAll(folder, 'First');
  return folder;
}
