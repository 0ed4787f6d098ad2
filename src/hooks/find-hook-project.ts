import { isDirectory, isInside } from '../runtime/files/files.ts';
import { findProject, hasProject } from '../runtime/files/find-project.ts';

/** Variables in which clients name the folder that a session was started in. */
const variables = ['CLAUDE_PROJECT_DIR', 'CURSOR_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'QWEN_PROJECT_DIR'];

/**
 * The project that a session works on: the nearest with settings or rules around the folders that its payload names, else around those of
 * the process. Where there is none, the folder that the session was started in.
 */
export async function findHookProject(
  named: readonly string[],
  { env, cwd, home }: { env: Readonly<Record<string, string | undefined>>; cwd: string; home: string },
): Promise<string> {
  const started = variables.flatMap((name) => env[name] || []);
  const folders: string[] = [];
  for (const folder of [...new Set([...named, ...started, cwd])]) {
    if (folder !== cwd && !(await isDirectory(folder))) continue;
    folders.push(folder);
    const project = await findProject(folder, home);
    if (project !== folder || (await hasProject(project))) return project;
  }
  const [nearest = cwd, ...others] = folders;
  return others.find((folder) => isInside(nearest, folder)) ?? nearest;
}
