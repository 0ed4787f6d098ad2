import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

export const commandments = '.precept/rules/s/commandments.yml';

/** The files of a scope `s` with one rule. */
export const rule = (text: string) => ({ [commandments]: JSON.stringify({ a: { ruleset: [text] } }) });

/** A project with these files, in which `precept export` runs. */
export async function project(files: Readonly<Record<string, string>>) {
  const cwd = await tempFolder(files);
  const run = (...argv: string[]) => precept(['export', ...argv], { cwd });
  const read = (name: string) => readFile(path.join(cwd, name), 'utf8');
  const exists = (name: string) =>
    stat(path.join(cwd, name)).then(
      () => true,
      () => false,
    );
  /** Every file that is not guidance, with its bytes as Latin 1. */
  async function written() {
    const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(cwd, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((name) => !name.startsWith('.precept/'))
      .sort();
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, await readFile(path.join(cwd, name), 'latin1')] as const),
      ),
    );
  }
  return { cwd, run, read, exists, written };
}
