import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path, { join } from 'node:path';
import { isAddress } from '../../../guidance/evals/read-evals.ts';
import { pathOfFileUrl } from '../../../runtime/files/file-url.ts';
import { isDirectory, isInside, realPath } from '../../../runtime/files/files.ts';
import { copyTree, makeFolders, removeTree } from '../../../runtime/files/work-folder.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import { runBounded } from '../run/run-bounded.ts';

/** An evaluation names something to begin with that cannot be had; the message says what and why. */
export class NoBase extends Error {
  override readonly name = 'NoBase';
}

/** Where what evaluations name is looked for. */
export interface BaseWorld {
  /** The folder of the scope. */
  readonly folder: string;
  /** What evaluations name lies in one of these: the checkout, and the rules folder. */
  readonly within: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
}

const fetchPatience = 300_000;

/** Copies what an evaluation begins with to `to`: a folder beside evals.yml, or a commit of a repository (`<url>#<ref>`). Throws NoBase. */
export async function takeBase(repo: string, to: string, world: BaseWorld): Promise<void> {
  if (isAddress(repo)) return fetchBase(repo, to, world);
  const from = await ownPath(repo, world);
  if (!(await isDirectory(from))) throw new NoBase(`${repo} is not a folder beside evals.yml`);
  await copyTree(from, to);
  await removeTree(join(to, '.precept', 'evals'));
}

/** Copies a file or a folder of a skill to the same place below `to`. Throws NoBase. */
export async function takeSkillFile(file: string, to: string, world: BaseWorld): Promise<void> {
  const wanted = path.resolve(world.folder, file);
  if (!isInside(wanted, world.folder))
    throw new NoBase(`${file} leads out of the folder of the skill; put it beside evals`);
  const from = await ownPath(file, world);
  const status = await stat(from).catch(() => null);
  if (status?.isFile() !== true && status?.isDirectory() !== true)
    throw new NoBase(`${file} is no file of the skill that can be read`);
  await copyTree(from, join(to, path.relative(world.folder, wanted)));
}

/** The real path of what is named beside evals.yml. Throws NoBase for what lies elsewhere. */
export async function ownPath(
  name: string,
  { folder, within }: Pick<BaseWorld, 'folder' | 'within'>,
): Promise<string> {
  const real = await realPath(path.resolve(folder, name));
  const areas = await Promise.all(within.map(realPath));
  if (areas.some((area) => isInside(real, area))) return real;
  throw new NoBase(`${name} leads out of this project; put it beside evals.yml`);
}

/** Fetches one commit, with nothing of the user's settings and without running what the repository names. */
async function fetchBase(repo: string, to: string, world: BaseWorld): Promise<void> {
  const [, url = '', ref = 'HEAD'] = /^([^#]+)(?:#(.+))?$/.exec(repo) ?? [];
  const local = pathOfFileUrl(url);
  if (local !== null) await ownPath(local, world);
  if (ref.startsWith('-')) throw new NoBase(`${ref} is not a ref of ${url}`);
  await makeFolders(to);
  const { PATH = '', SYSTEMROOT, HOME = '', SSH_AUTH_SOCK } = world.env;
  const env = {
    ...{ PATH, HOME },
    ...(SYSTEMROOT !== undefined && { SYSTEMROOT }),
    ...(SSH_AUTH_SOCK !== undefined && { SSH_AUTH_SOCK }),
    GIT_ALLOW_PROTOCOL: local === null ? 'https:ssh' : 'file',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
    LC_ALL: 'C',
  };
  const safety = [`core.hooksPath=${devNull}`, 'core.fsmonitor=false', 'gc.auto=0', 'maintenance.auto=false'];
  const options = safety.flatMap((one) => ['-c', one]);
  const fetch = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--', url, ref];
  for (const args of [['init', '--quiet'], fetch, ['checkout', '--quiet', '--force', 'FETCH_HEAD', '--']]) {
    const bounds = { milliseconds: fetchPatience, kept: 16_384, stop: world.stop };
    const ended = await runBounded(['git', ...options, ...args], { cwd: to, env }, bounds);
    if (ended.code !== 0)
      throw new NoBase(
        `${url} cannot be fetched: ${ended.stderr.trim().split('\n').at(-1) || 'git did not answer'}`,
      );
  }
  await removeTree(join(to, '.git'));
}

/** What tells the files of one folder from those of another. */
export async function digestOfFolder(folder: string): Promise<string> {
  const lines: string[] = [];
  const waiting = [''];
  for (const below of waiting)
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(name);
      else if (entry.isSymbolicLink()) lines.push(`link ${await readlink(join(folder, name))} ${name}`);
      else lines.push(`${sha256(await readFile(join(folder, name)))} ${name}`);
    }
  return sha256(lines.sort().join('\n'));
}
