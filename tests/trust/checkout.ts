import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { type Printed, precept } from '../cli/command-line.ts';
import { afterFile } from '../support/after-file.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';

/** Somebody who has cloned a repository, and runs the program in it. */
export interface Checkout {
  readonly folder: string;
  readonly home: string;
  /** Runs a command line in this process. What it has once imported it does not run again. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Printed>;
  /** Starts the built program. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<RunningProgram>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** What the plugins have left when they ran. */
  marks(): Promise<string>;
}

/** A plugin that leaves a mark where it is loaded, and gives `{{ told }}`. */
export const marking = (told: string, imports = '') => `${imports}
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.HOME + '/marks', '${told}\\n');
export default { name: 'own', description: 'd', context: () => ({ told: '${told}' }) };
`;

export async function checkout(
  settings: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Checkout> {
  const home = await tempFolder();
  // Where plugins leave their marks in this process too.
  vi.stubEnv('HOME', home);
  afterFile(() => vi.unstubAllEnvs());
  const folder = await tempFolder({
    '.precept/settings.yml': `default_scope: shop\n${settings}`,
    '.precept/rules/shop/commandments.yml': 'api:\n  ruleset: ["Told {{ told | default(\'nothing\') }}"]\n',
    ...files,
  });
  const own = { PATH: process.env.PATH ?? '', HOME: home };
  return {
    folder,
    home,
    run: (args, env = {}) => precept(args, { cwd: folder, home, env: { ...own, ...env } }),
    start: (args, env = {}) => startProgram(args, { cwd: folder, env: { HOME: home, ...env } }),
    write: (more) => writeFiles(folder, more),
    marks: () => readFile(path.join(home, 'marks'), 'utf8').catch(() => ''),
  };
}
