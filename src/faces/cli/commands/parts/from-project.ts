import { access } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * Files of a command line, with commas between them, as the project names them: in one of its folders, a path that leads somewhere from
 * there is meant from there, as shells complete it. One that leads somewhere from the project alone stays as it is.
 */
export async function fromProject(files: string, cwd: string, project: string): Promise<string> {
  const below = relative(project, cwd);
  if (below === '' || isAbsolute(below) || below.split(sep)[0] === '..') return files;
  const paths = files.split(',').map(async (file) => {
    const path = file.trim();
    if (path === '' || isAbsolute(path) || path.startsWith('file:')) return path;
    const here = resolve(cwd, path);
    return (await nearness(here)) >= Math.max(1, await nearness(resolve(project, path)))
      ? relative(project, here)
      : path;
  });
  return (await Promise.all(paths)).join();
}

/** 2 for a path that is there, 1 for one whose folder is, else 0. */
async function nearness(path: string): Promise<number> {
  const isThere = (name: string) =>
    access(name).then(
      () => true,
      () => false,
    );
  if (await isThere(path)) return 2;
  return (await isThere(dirname(path))) ? 1 : 0;
}
