import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { programName } from '../../../setup/entry-words.ts';
import type { Patient } from '../../patient.ts';

type World = Pick<Patient, 'env' | 'project' | 'platform'>;

/** Whether a command can be started: a path that is a file which may be run, or a name that PATH finds. */
export async function isProgram(command: string, { env, project, platform }: World): Promise<boolean> {
  const endings = platform === 'win32' ? ['', ...(env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
  const folders = /[\\/]/.test(command)
    ? [project]
    : (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean);
  // Without a PATH there is nothing to judge by.
  if (folders.length === 0) return true;
  for (const folder of folders) {
    for (const ending of endings) {
      const path = resolve(folder, command + ending);
      const isFile = await stat(path).then(
        (status) => status.isFile(),
        () => false,
      );
      const mayRun = await access(path, platform === 'win32' ? constants.F_OK : constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isFile && mayRun) return true;
    }
  }
  return false;
}

/** Commands that npm and the like put on the disk as scripts, one of them without an ending, for other shells. */
const scripts = ['npx', 'npm', 'pnpx', 'pnpm', 'yarn', 'precept', 'precept-mcp'];

/** Whether a command is a script on Windows, which is started by the command interpreter alone. */
export async function isScript(command: string, world: World): Promise<boolean> {
  if (world.platform !== 'win32' || /\.(exe|com)$/i.test(command)) return false;
  if (/\.(cmd|bat|ps1)$/i.test(command)) return true;
  if (!scripts.includes(programName(command).toLowerCase())) return false;
  const path = world.env.PATH ?? world.env.Path ?? '';
  return (
    path === '' || !(await isProgram(`${command}.exe`, { ...world, env: { ...world.env, PATHEXT: '' } }))
  );
}
