import { lstat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isGitName } from '../../model/names/git-names.ts';
import { isInside, realPath } from './files.ts';

/** Where the program may write a file, or reads one that may have come from anybody. */
export interface Area {
  /** The folder that may have come from anybody; null, and paths elsewhere, are their user's own choice. */
  readonly within: string | null;
  /** What becomes of links inside of that folder: none is followed, unless they may lead to other places in it. */
  readonly links?: 'inside' | undefined;
}

/** A place of its user's own choice. */
export const ownChoice: Area = { within: null };

/** Why a place is not one for a file of ours. */
type Wrong = 'link' | 'nowhere' | 'outside' | 'git' | 'irregular' | 'names';

/** A file of ours would lie behind a link, outside of its area or among what git keeps for itself, or is none that can be written. */
export class NotOwnFile extends Error {
  override readonly name = 'NotOwnFile';
  readonly wrong: Wrong;
  /** The same in words that follow the name of the file. */
  readonly why: string;

  constructor(wrong: Wrong, path: string, real: string = path) {
    const why = words[wrong](real);
    super(`${path} ${why}; remove it, or name another file`);
    this.wrong = wrong;
    this.why = why;
  }
}

const words: Readonly<Record<Wrong, (real: string) => string>> = {
  link: () => 'is a link, and inside of a project none is followed',
  nowhere: () => 'is a link that leads nowhere',
  outside: (real) => `leads out of this project, to ${real}`,
  git: (real) => `leads to ${real}, into a folder of git, where nothing is written`,
  irregular: () => 'is not a regular file',
  names: () => 'has another name as well (a hard link), where what is written would appear too',
};

/**
 * Where a file really lies, or would lie: the one judgement that every writer asks, before it begins and again before its file appears.
 * `isItself` says that a link at the path is meant itself, and not what it leads to. Throws NotOwnFile.
 */
export async function placeOf(
  path: string,
  { within, links }: Area,
  isItself: boolean = false,
): Promise<string> {
  const real =
    within === null || !isInside(path, within)
      ? await realOf(path, isItself)
      : await guardedPlace(path, { within, links }, isItself);
  for (const one of [path, real]) if (await isOfGit(one)) throw new NotOwnFile('git', path, one);
  return real;
}

async function guardedPlace(
  path: string,
  { within, links }: { readonly within: string; readonly links: Area['links'] },
  isItself: boolean,
): Promise<string> {
  const root = await realPath(within);
  if (links === undefined) {
    const link = await firstLink(isItself ? dirname(path) : path, within);
    if (link !== null) throw new NotOwnFile('link', link);
    return join(root, relative(within, path));
  }
  const real = await realOf(path, isItself);
  if (!isInside(real, root)) throw new NotOwnFile('outside', path, real);
  // It may lead anywhere once something is made there.
  const link = await firstLink(isItself ? dirname(real) : real, root);
  if (link !== null) throw new NotOwnFile('nowhere', path, link);
  return real;
}

async function realOf(path: string, isItself: boolean): Promise<string> {
  return isItself ? join(await realPath(dirname(path)), basename(path)) : realPath(path);
}

/** The first link on the way to a path below `within`; null without one. */
async function firstLink(path: string, within: string): Promise<string | null> {
  let place = within;
  if (!isInside(path, within)) return null;
  for (const name of relative(within, path).split(sep)) {
    if (name === '') continue;
    place = join(place, name);
    const status = await lstat(place).catch(() => null);
    if (status === null) return null;
    if (status.isSymbolicLink()) return place;
  }
  return null;
}

/** Whether a place is among what git keeps for itself. Some keep working trees in there, which begin with a `.git` of their own. */
async function isOfGit(path: string): Promise<boolean> {
  // Windows takes both signs between names.
  if (!path.split(/[\\/]/).some(isGitName)) return false;
  for (let place = path; dirname(place) !== place; place = dirname(place)) {
    if (isGitName(basename(place))) return true;
    if ((await lstat(join(place, '.git')).catch(() => null)) !== null) return false;
  }
  return false;
}
