import { readFileSync, statSync } from 'node:fs';
import { win32 } from 'node:path';
import { execPath } from 'node:process';

const { delimiter, dirname, extname, isAbsolute, join, resolve } = win32;

type Environment = Readonly<Record<string, string | undefined>>;

/** What Windows is given to start a program. */
export interface WindowsStart {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether the arguments are the text of a command line as they are. */
  readonly isVerbatim: boolean;
}

/** Endings that a program may have, in the order in which Windows tries them. */
const endings = ['.com', '.exe', '.bat', '.cmd'];

/**
 * What starts a program by its name along PATH, or by its path: a file itself, or what a script of npm starts. Another batch file is read by
 * the command interpreter, which gets plain words alone, since it would act on others. What cannot be started keeps its name.
 */
export function windowsStart(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): WindowsStart {
  const found = findProgram(program, cwd, env);
  if (found === null || !/\.(?:bat|cmd)$/i.test(found))
    return { program: found ?? program, args, isVerbatim: false };
  const target = targetOf(found);
  if (target !== null && isFile(target))
    return /\.[cm]?js$/i.test(target)
      ? { program: execPath, args: [target, ...args], isVerbatim: false }
      : { program: target, args, isVerbatim: false };
  const isPlain = !/[%!"^&|<>]/.test(found) && args.every((word) => /^[\w@+=:,./\\~-]+$/.test(word));
  if (!isPlain) return { program: join(found, 'with words that it would act on'), args, isVerbatim: false };
  const line = `"${[`"${found}"`, ...args].join(' ')}"`;
  const interpreter = variableOf(env, 'COMSPEC') ?? 'cmd.exe';
  return { program: interpreter, args: ['/d', '/s', '/c', line], isVerbatim: true };
}

function findProgram(program: string, cwd: string, env: Environment): string | null {
  const isPath = /[\\/]/.test(program);
  // What lies in the working folder may have come from anybody.
  const folders = isPath ? [cwd] : (variableOf(env, 'PATH') ?? '').split(delimiter).filter(isAbsolute);
  const own = endings.includes(extname(program).toLowerCase()) ? [''] : endings;
  for (const folder of folders)
    for (const ending of own) {
      const path = resolve(folder, `${program}${ending}`);
      if (isFile(path)) return path;
    }
  return null;
}

/** What a script that npm or pnpm wrote starts, and npm's own; null for another one. */
function targetOf(script: string): string | null {
  const text = readFileSync(script, 'utf8');
  const here = String.raw`%(?:~dp0|dp0%)\\?`;
  const direct = new RegExp(String.raw`"${here}([^"%]+\.(?:[cm]?js|exe))"\s+%\*`, 'i').exec(text);
  const [, variable = ''] = /"%(\w+)%"\s+%\*/.exec(text) ?? [];
  const named = variable === '' ? null : new RegExp(`SET "${variable}=${here}([^"%]+)"`, 'i').exec(text);
  const path = (direct ?? named)?.[1];
  return path === undefined ? null : join(dirname(script), path);
}

function variableOf(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((one) => one.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
