import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { type Outcome, type RunningProgram, runProgram, startProgram } from '../support/program.ts';

/** Somebody who has cloned a repository, and runs the built program in it. */
export interface Checkout {
  readonly folder: string;
  readonly home: string;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Starts a program that stays. */
  start(args: readonly string[]): Promise<RunningProgram>;
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
  const folder = await tempFolder({
    '.precept/settings.yml': `default_scope: shop\n${settings}`,
    '.precept/rules/shop/commandments.yml': 'api:\n  ruleset: ["Told {{ told | default(\'nothing\') }}"]\n',
    ...files,
  });
  return {
    folder,
    home,
    run: (args, env = {}) => runProgram(args, { cwd: folder, env: { HOME: home, ...env } }),
    start: (args) => startProgram(args, { cwd: folder, env: { HOME: home } }),
    write: (more) => writeFiles(folder, more),
    marks: () => readFile(path.join(home, 'marks'), 'utf8').catch(() => ''),
  };
}
