import { chmod, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type Printed, precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { hasShell } from '../support/system.ts';

/** A link to a rule of a tool, and how it must be judged. */
export type Planted = readonly [check: Readonly<Record<string, unknown>>, state: string];

export interface ChecksCheckout {
  readonly folder: string;
  readonly home: string;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Printed>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
}

/** The packages of this project. */
export const modules: string = path.resolve(import.meta.dirname, '../../node_modules');

/** A project whose rules have these checks, one each; with `real` it has the packages of this one. */
export async function checksCheckout(
  checks: readonly unknown[],
  files: Readonly<Record<string, string>>,
  real = false,
): Promise<ChecksCheckout> {
  const home = await tempFolder();
  const rules = checks.map((check, index) => ({ rule: `Rule ${index}`, id: `rule-${index}`, check }));
  const folder = await tempFolder({
    '.precept/rules/shop/commandments.yml': JSON.stringify({ api: { ruleset: [...rules, 'Bare'] } }),
    ...files,
  });
  // Windows lets everybody make a junction, which others take for a folder link.
  if (real) await symlink(modules, path.join(folder, 'node_modules'), 'junction');
  return {
    folder,
    home,
    run: (args, env = {}) =>
      precept(args, { cwd: folder, home, env: { PATH: process.env.PATH ?? '', HOME: home, ...env } }),
    write: (more) => writeFiles(folder, more),
  };
}

/** The states of the planted rules, beside those that they must have. */
export async function statesOf(
  planted: readonly Planted[],
  files: Readonly<Record<string, string>>,
  {
    real = false,
    env = {},
  }: { readonly real?: boolean; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const here = await checksCheckout(
    planted.map(([check]) => check),
    files,
    real,
  );
  const { code, stdout, stderr } = await here.run(['checks', 'shop', '--format', 'json'], env);
  const data = stdout === '' ? { rules: [] } : JSON.parse(stdout);
  const found = planted.map(([check], index) => [check, data.rules[index]?.state]);
  return { here, code, stdout, stderr, data, found };
}

/** The states of all rules of a commandments.yml in a project of these files; with `real` its linters are installed and trusted. */
export async function statesOfRules(
  commandments: string,
  files: Readonly<Record<string, string>>,
  { real = false }: { readonly real?: boolean } = {},
): Promise<readonly string[]> {
  const here = await checksCheckout([], files, real);
  await here.write({ '.precept/rules/shop/commandments.yml': commandments });
  const env: Record<string, string> = real ? { PRECEPT_TRUST: '1' } : { PATH: '/usr/bin:/bin' };
  const { stdout } = await here.run(['checks', 'shop', '--format', 'json'], env);
  return JSON.parse(stdout).rules.map(({ state }: { state: string }) => state);
}

type Case = readonly [args: string, printed: string, code?: number];

/** A PATH with programs that print what the real ones have printed, by their arguments. */
export async function recorded(programs: Readonly<Record<string, readonly Case[]>>) {
  const files = Object.entries(programs).flatMap(([name, cases]) =>
    hasShell ? [[name, shellScript(name, cases)]] : windowsProgram(name, cases),
  );
  const folder = await tempFolder(Object.fromEntries(files));
  for (const [name] of files) await chmod(path.join(folder, name as string), 0o755);
  return { PRECEPT_TRUST: '1', PATH: `${folder}${path.delimiter}${process.env.PATH}` };
}

function shellScript(name: string, cases: readonly Case[]): string {
  const arms = cases.map(
    ([args, printed, code = 0]) =>
      `*'${args}'*) cat >&${streamOf(name, args)} <<'EOT'\n${printed}\nEOT\nexit ${code};;`,
  );
  return `#!/bin/sh\ncase "$*" in\n${arms.join('\n')}\nesac\nexit 70\n`;
}

/** The same as npm installs it on Windows. */
function windowsProgram(name: string, cases: readonly Case[]) {
  const arms = cases.map(
    ([args, printed, code = 0]) =>
      `if (asked.includes(${JSON.stringify(args)})) { writeSync(${streamOf(name, args)}, ${JSON.stringify(`${printed}\n`)}); process.exit(${code}); }\n`,
  );
  return [
    [`${name}.cmd`, `@node "%~dp0\\${name}.mjs" %*\r\n`],
    [
      `${name}.mjs`,
      `import { writeSync } from 'node:fs';\nconst asked = process.argv.slice(2).join(' ');\n${arms.join('')}process.exit(70);\n`,
    ],
  ];
}

function streamOf(name: string, args: string): number {
  return name === 'ast-grep' && args !== '' ? 2 : 1;
}
