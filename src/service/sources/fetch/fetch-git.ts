import { isAbsolute } from 'node:path';
import { withoutSecretsOf } from '../../../config/values/address-secrets.ts';
import { type GitWorld, runGit } from '../../../git/run-git.ts';
import { withScratchFolder } from '../../../runtime/files/write-file.ts';
import { GitError, streamGit } from '../../compare/load/git-stream.ts';
import { readObjects } from '../../compare/load/read-objects.ts';
import {
  isBelowScope,
  isContent,
  maxContentBytes,
  maxFiles,
  type Pack,
  SourceError,
} from '../content/pack.ts';
import type { HashedFile } from '../content/tree-hash.ts';
import { findRef, isCommitId } from './find-ref.ts';
import { type RemoteLimits, remoteGit } from './remote-git.ts';

/** A commit of a repository, with the folder of scopes that is wanted of it. */
export interface GitWanted {
  /** An address, or an absolute path. */
  readonly address: string;
  /** A branch, a tag or a commit; HEAD for the default branch. */
  readonly ref: string;
  /** Empty for the root. */
  readonly path: string;
}

/** Where git works: its repository is gone afterwards. */
export interface FetchWorld {
  readonly env: GitWorld['env'];
  /** The folder in which it may make one of its own. */
  readonly folder: string;
}

const limits: RemoteLimits = { milliseconds: 120_000, maxBytes: 1024 * 1024 * 1024 };
const patience = 30_000;
/** Bytes of a path, as most file systems have it. */
const maxPath = 4096;
const local = 'refs/precept/source';

/** The commit that a ref of a repository stands for now. Throws SourceError. */
export async function askCommit(
  { address, ref }: Pick<GitWanted, 'address' | 'ref'>,
  world: FetchWorld,
): Promise<string> {
  return saying(address, () =>
    withScratchFolder(world.folder, async (cwd) => {
      const found = await findRef({ cwd, env: world.env }, { address, ref }, limits);
      return found.commit;
    }),
  );
}

/**
 * The folder of scopes of a commit, by its objects alone: nothing is checked out, no filter, hook or attribute counts, and links and
 * submodules are refused. Throws SourceError.
 */
export async function fetchGit(
  { address, ref, path }: GitWanted,
  { env, folder }: FetchWorld,
): Promise<{ readonly commit: string; readonly pack: Pack }> {
  return saying(address, () =>
    withScratchFolder(folder, async (cwd) => {
      const world = { cwd, env };
      const found = await findRef(world, { address, ref }, limits);
      const format = found.commit.length === 64 ? 'sha256' : 'sha1';
      await remoteGit(
        world,
        ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '.'],
        limits,
      );
      await fetchRef(world, address, found.name);
      const commit = await idOf(world, `${local}^{commit}`);
      if (commit === null) throw new SourceError(`${ref} is not a commit`);
      const { tree, folder: place } = await findTree(world, commit, path);
      const files = await listFiles(world, tree);
      const contents = await readContents(world, address, files);
      return { commit, pack: { tree, folder: place, files, contents } };
    }),
  );
}

/** Fetches a ref without the content of its files, which is asked for by its ids; from a server that cannot do so, with it. */
async function fetchRef(world: GitWorld, address: string, ref: string): Promise<void> {
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    ...withoutBlobs(address),
  ];
  const fetch = (more: readonly string[], what: string) =>
    remoteGit(world, [...args, ...more, '--', address, `+${what}:${local}`], limits);
  try {
    await fetch(['--depth=1'], ref);
  } catch (error) {
    // Older servers give what branches and tags name alone.
    if (!isCommitId(ref)) throw error;
    await remoteGit(
      world,
      [...args, '--', address, '+refs/heads/*:refs/precept/all/*', '+refs/tags/*:refs/precept/tags/*'],
      limits,
    );
    if ((await idOf(world, `${ref}^{commit}`)) === null) throw error;
    await remoteGit(world, ['update-ref', local, ref], limits);
  }
}

/** Git leaves content out under the name of its repository, which no path can be; what is on this machine comes whole. */
function withoutBlobs(address: string): string[] {
  return isAbsolute(address) ? [] : ['--filter=blob:none'];
}

/** The id of the folder, or of the rules folder of the project that it is, and where that lies. */
async function findTree(
  world: GitWorld,
  commit: string,
  path: string,
): Promise<{ tree: string; folder: string }> {
  for (const folder of [path === '' ? '.precept/rules' : `${path}/.precept/rules`, path]) {
    const tree = await idOf(world, `${commit}:${folder}`, 'tree');
    if (tree !== null) return { tree, folder };
  }
  throw new SourceError(`commit ${commit.slice(0, 12)} has no folder ${path}`);
}

async function idOf(world: GitWorld, name: string, type = ''): Promise<string | null> {
  const asked = await runGit(world, ['rev-parse', '--quiet', '--verify', '--end-of-options', name], patience);
  const id = asked?.code === 0 ? asked.stdout.trim() : '';
  if (!isCommitId(id)) return null;
  if (type === '') return id;
  const told = await runGit(world, ['cat-file', '-t', id], patience);
  return told?.stdout.trim() === type ? id : null;
}

/** All files below a tree. Folders count too: trees in trees are many more than there are objects, with no file in any of them. */
async function listFiles(world: GitWorld, tree: string): Promise<HashedFile[]> {
  const files: HashedFile[] = [];
  let folders = 0;
  const git = streamGit(world, ['ls-tree', '-r', '-t', '-z', '--full-tree', tree]);
  try {
    for (;;) {
      const record = (await git.until(0))?.toString('latin1');
      if (record === undefined) break;
      const tab = record.indexOf('\t');
      const [mode = '', , id = ''] = record.slice(0, tab).split(' ');
      const path = record.slice(tab + 1);
      if (path.length > maxPath) throw new SourceError(`${shown(path)} is over ${maxPath} bytes long`);
      if (mode === '040000') folders++;
      else {
        if (!/^100(?:644|755|664)$/.test(mode) && isBelowScope(path))
          throw new SourceError(`${shown(path)} is ${kindOf(mode)}`);
        files.push({ mode, id, path });
      }
      if (files.length > maxFiles || folders > maxFiles)
        throw new SourceError(
          `it has more than ${maxFiles} ${folders > maxFiles ? 'folders' : 'files'}; name a folder of it in path`,
        );
    }
    const complaint = await git.complaint();
    if (complaint !== '') throw new GitError(complaint);
    return files;
  } finally {
    git.close();
  }
}

function kindOf(mode: string): string {
  if (mode === '120000') return 'a link, which is not followed';
  return mode === '160000' ? 'a submodule, which is not fetched' : 'not a regular file';
}

/** The bytes of what is content, fetched all at once where they are not here. */
async function readContents(
  world: GitWorld,
  address: string,
  files: readonly HashedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = files.filter(({ path }) => isContent(path));
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const missing = await missingOf(world, ids);
  if (missing.length > 0)
    await remoteGit(
      world,
      [
        // A server that is told of the commit takes all its files for known, and sends none.
        ...['-c', 'fetch.negotiationAlgorithm=noop'],
        'fetch',
        '--quiet',
        '--no-tags',
        '--no-recurse-submodules',
        '--no-write-fetch-head',
        ...withoutBlobs(address),
        '--stdin',
        '--',
        address,
      ],
      limits,
      `${missing.join('\n')}\n`,
    );
  const contents = new Map<string, Buffer>();
  let bytes = 0;
  const objects = readObjects(world, maxContentBytes);
  try {
    for (const { id, path } of wanted) {
      const found = await objects.read(id);
      if (found.type !== 'blob')
        throw new SourceError(
          `${shown(path)} cannot be had: ${found.type === 'missing' ? found.reason : 'it is a folder'}`,
        );
      bytes += found.bytes.length;
      if (bytes > maxContentBytes) throw tooLarge();
      contents.set(path, found.bytes);
    }
  } finally {
    objects.close();
  }
  return contents;
}

export function tooLarge(): SourceError {
  return new SourceError(`its scopes are over ${maxContentBytes / 1024 / 1024} MiB`);
}

async function missingOf(world: GitWorld, ids: readonly string[]): Promise<string[]> {
  const git = streamGit(world, ['cat-file', '--batch-check']);
  const missing: string[] = [];
  try {
    for (const id of ids) {
      git.write(id);
      const said = (await git.until(0x0a))?.toString();
      // Where an object that is not here would be fetched, git ends: then all the others are asked for.
      if (said === undefined) return [...missing, ...ids.slice(ids.indexOf(id))];
      if (said.endsWith(' missing')) missing.push(id);
    }
    return missing;
  } finally {
    git.close();
  }
}

/** Git's own words about what went wrong, as those of the source, without the secrets of its address. */
async function saying<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new SourceError(withoutSecretsOf(address, error.message).slice(0, 500), { cause: error });
  }
}

function shown(path: string): string {
  return JSON.stringify(Buffer.from(path, 'latin1').toString('utf8').slice(0, 200));
}
