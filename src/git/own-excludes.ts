import path from 'node:path';
import { type GitWorld, runGit } from './run-git.ts';

/** Milliseconds for a question that git answers at once. */
const patience = 1500;

/**
 * Arguments that have git leave out what its user ignores everywhere, by the user's own settings: those of a repository could name a file
 * that never ends.
 */
export async function ownExcludes(world: GitWorld): Promise<string[]> {
  const args = ['config', '--global', '--includes', '--type=path', '--get', 'core.excludesFile'];
  const asked = await runGit(world, args, patience);
  const own = asked?.code === 0 ? asked.stdout.replace(/\r?\n$/, '') : usual(world.env);
  return own === null ? [] : ['-c', `core.excludesFile=${own}`];
}

/** The file that git takes where nothing is set. */
function usual({ XDG_CONFIG_HOME, HOME }: GitWorld['env']): string | null {
  const folder = XDG_CONFIG_HOME || (HOME ? path.join(HOME, '.config') : '');
  return folder === '' ? null : path.join(folder, 'git', 'ignore');
}
