import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, win32 } from 'node:path';
import { isInside, realPath } from '../../runtime/files/files.ts';

/**
 * The paths of files, relative to the project with `/` between names: as they are written, and as they really are where links lead to
 * another place in it. What lies outside of the project, by its name or behind a link, has none.
 */
export async function pathsInProject(
  files: readonly string[],
  base: string,
  project: string,
): Promise<readonly string[]> {
  const root = await realPath(project);
  const found = new Set<string>();
  for (const file of files) {
    const path = placeOf(file, base, project);
    const real = await realPath(path);
    if (real === root || !isInside(real, root)) continue;
    if (path !== project && isInside(path, project)) found.add(withSlashes(relative(project, path)));
    found.add(withSlashes(relative(root, real)));
  }
  return [...found];
}

/** Where a file is meant to be. A path of Windows may come to another system, from a client that runs there. */
function placeOf(file: string, base: string, project: string): string {
  const isForeign = !isAbsolute(file) && win32.isAbsolute(file) && !file.startsWith('/');
  if (isForeign) {
    const below = win32.isAbsolute(base) ? win32.relative(base, file) : file;
    return resolve(project, below.replaceAll('\\', '/'));
  }
  const from = isAbsolute(base) ? base : project;
  const path = resolve(from, file);
  return file.includes('\\') && !existsSync(path) ? resolve(from, file.replaceAll('\\', '/')) : path;
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
