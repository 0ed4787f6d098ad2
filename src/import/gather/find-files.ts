import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ownExcludes } from '../../git/own-excludes.ts';
import { findRepository } from '../../git/repository.ts';
import { type GitWorld, runGit } from '../../git/run-git.ts';
import { errorCode, isDirectory } from '../../runtime/files/files.ts';
import { ImportError } from '../import-error.ts';
import { clientFolders, formatOf } from './formats.ts';

/** Entries of folders that are looked at; a checkout with more is asked for by name. */
const mostEntries = 200_000;
const foreignFolders = new Set(['node_modules', 'vendor', 'bower_components', 'venv', '__pycache__']);
const buildFolders = new Set(['dist', 'build', 'out', 'target', 'coverage', 'tmp', 'bin', 'obj']);

/**
 * The files of clients below a folder of a project, by their paths below the project, sorted by the rank of their format. What
 * others wrote (node_modules, vendor), what is built and what git ignores is left out. Faults: ImportError.
 */
export async function findClientFiles(
  world: GitWorld,
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<string[]> {
  const all = await filesBelow(world.cwd, folder);
  const found = all.filter((path) => formatOf(path) !== null && isWanted(path));
  const kept = await withoutIgnored(world, found);
  const rank = (path: string) => formatOf(path)?.rank ?? 0;
  const depth = (path: string) => path.split('/').length;
  return kept.sort((a, b) => rank(a) - rank(b) || depth(a) - depth(b) || (a < b ? -1 : 1));
}

/** All files below a folder of a project that can be somebody's own. */
export async function filesBelow(project: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  const visited = new Set<string>();
  const waiting = [folder];
  let entries = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const absolute = join(project, path);
    const real = await realpath(absolute).catch(() => absolute);
    const isInClient = path.split('/').some((name) => clientFolders.has(name));
    // A folder of a client may be a link to one that has another name besides.
    const place = `${isInClient} ${real}`;
    if (visited.has(place)) continue;
    visited.add(place);
    for (const entry of await list(absolute)) {
      if (++entries > mostEntries)
        throw new ImportError(
          `there are more than ${mostEntries} files here; name the files or folders to import`,
        );
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      // A link to a folder is followed where it stands for one of a client.
      const isFolder =
        entry.isDirectory() ||
        (entry.isSymbolicLink() &&
          (isInClient || clientFolders.has(entry.name)) &&
          (await isDirectory(join(absolute, entry.name))));
      if (!isFolder) files.push(below);
      else if (isOwnFolder(entry.name, path)) waiting.push(below);
    }
  }
  return files.sort();
}

async function list(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // Folders that this user may not read hold nothing for this user.
    if (['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return [];
    throw error;
  }
}

function isOwnFolder(name: string, parent: string): boolean {
  if (foreignFolders.has(name) || (parent === '' && buildFolders.has(name))) return false;
  return !name.startsWith('.') || clientFolders.has(name);
}

/** Files asked about at once: a command line takes some 100 kB. */
const perQuestion = 200;
const patience = 30_000;

async function withoutIgnored(world: GitWorld, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0 || typeof (await findRepository(world)) === 'string') return [...paths];
  const ignored = new Set<string>();
  const excludes = await ownExcludes(world);
  for (let at = 0; at < paths.length; at += perQuestion) {
    const asked = paths.slice(at, at + perQuestion);
    const question = [
      ...excludes,
      '--literal-pathspecs',
      'ls-files',
      '--others',
      '--ignored',
      '--exclude-standard',
      '-z',
      '--',
    ];
    const answer = await runGit(world, [...question, ...asked], patience, 1024 * 1024);
    for (const path of answer?.stdout.split('\0') ?? []) ignored.add(path);
  }
  return paths.filter((path) => !ignored.has(path));
}
