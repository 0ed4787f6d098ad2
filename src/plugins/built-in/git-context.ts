import path from 'node:path';
import { withoutCredentials } from '../../git/authorship/remote.ts';
import { whyNotAsked } from '../../git/endless-files.ts';
import { ownExcludes } from '../../git/own-excludes.ts';
import { filterSettings, runGit, withoutFilters } from '../../git/run-git.ts';
import type { ChildOutcome } from '../../runtime/run-child.ts';
import type { Value } from '../../template/value.ts';
import type { Plugin, PluginWorld } from '../define-plugin.ts';

type Variables = Record<string, Value>;

/** Milliseconds for the questions that git answers at once, and for `git status`, which reads the whole working tree. */
interface Limits {
  readonly quick: number;
  readonly status: number;
}

/** Milliseconds for which `git status` is let alone after it took too long. */
const statusRest = 60_000;

const statusArguments = [
  'status',
  '--porcelain=v2',
  '--branch',
  '--untracked-files=normal',
  // Looking into submodules would run git, with their settings, in each of them.
  '--ignore-submodules=dirty',
  '--no-renames',
];
const wantedConfig = `^(user\\.name|remote\\..*\\.url|${filterSettings})$`;

/** What git knows of the working folder; nothing where that is in no working tree, or git is not installed. */
export function createGitContext(
  { quick, status: statusLimit }: Limits = { quick: 1500, status: 1000 },
): Plugin {
  let statusAgainAt = 0;

  /** Branch, commit and whether anything is uncommitted; without the last in trees too large to look at each time. */
  async function state(world: PluginWorld, options: readonly string[] | null): Promise<Variables> {
    if (options !== null && Date.now() >= statusAgainAt) {
      const status = await runGit(world, [...options, ...statusArguments], statusLimit);
      const variables = status === null ? {} : readStatus(status);
      if (status?.code !== null || 'git_dirty' in variables) return variables;
      statusAgainAt = Date.now() + statusRest;
    }
    const [branch, commit] = await Promise.all([
      runGit(world, ['symbolic-ref', '--quiet', '--short', 'HEAD'], quick),
      runGit(world, ['rev-parse', '--quiet', '--verify', 'HEAD'], quick),
    ]);
    return {
      ...(branch?.code === 0 && { git_branch: line(branch) }),
      ...(commit?.code === 0 && { git_commit: line(commit) }),
    };
  }

  return {
    name: 'git.context',
    description:
      'Branch, commit, remote, root, user and state of the git working tree around the working folder',
    async context(_scope, world) {
      if ((await whyNotAsked(world.cwd)) !== null) return {};
      const [excludes, top, config] = await Promise.all([
        ownExcludes(world),
        runGit(world, ['rev-parse', '--show-toplevel'], quick),
        runGit(world, ['config', '-z', '--get-regexp', wantedConfig], quick),
      ]);
      const filters = filtersOff(config);
      const head = await state(world, filters === null ? null : [...filters, ...excludes]);
      if (top === null) return {};
      if (top.code !== 0) {
        // In a bare repository and inside of .git there is no working tree to speak of.
        if (/not a git repository|must be run in a work tree/.test(top.stderr)) return {};
        throw new Error(top.stderr.trim() || 'git did not answer');
      }
      return { git_root: path.normalize(line(top)), ...readConfig(config?.stdout ?? ''), ...head };
    },
  };
}

/** Arguments that turn off the filters that the settings name; null where nobody knows all of them. */
function filtersOff(config: ChildOutcome | null): readonly string[] | null {
  // 1 says that nothing is set.
  if (config?.code !== 0 && config?.code !== 1) return null;
  const names = config.stdout.split('\0').map((entry) => entry.split('\n', 1)[0] ?? '');
  return withoutFilters(names.filter((name) => name.startsWith('filter.')));
}

/** Empty when git has failed, or was stopped before it had named the first change. */
function readStatus({ code, stdout }: ChildOutcome): Variables {
  const lines = stdout.split('\n');
  const isDirty = lines.some((one) => one !== '' && !one.startsWith('#'));
  if (code !== 0 && (code !== null || !isDirty)) return {};
  const header = (name: string) => lines.find((one) => one.startsWith(`# ${name} `))?.slice(name.length + 3);
  const commit = header('branch.oid') ?? '(initial)';
  const branch = header('branch.head') ?? '(detached)';
  return {
    ...(branch !== '(detached)' && { git_branch: branch }),
    ...(commit !== '(initial)' && { git_commit: commit }),
    git_dirty: isDirty,
  };
}

function readConfig(output: string): Variables {
  const values = new Map<string, string>();
  for (const entry of output.split('\0')) {
    const end = entry.indexOf('\n');
    const key = entry.slice(0, Math.max(end, 0));
    // The last name is in force, but of several addresses the first is the one that is fetched from.
    if (end > 0 && (key === 'user.name' || !values.has(key))) values.set(key, entry.slice(end + 1));
  }
  const user = values.get('user.name');
  const [anyRemote] = [...values.keys()].filter((key) => key.startsWith('remote.'));
  const remote = values.get('remote.origin.url') ?? values.get(anyRemote ?? '');
  const shown = remote === undefined ? null : withoutCredentials(remote);
  return { ...(shown !== null && { git_remote: shown }), ...(user !== undefined && { git_user: user }) };
}

/** The one line that git has written; a path may hold any character but this last line break. */
function line({ stdout }: ChildOutcome): string {
  return stdout.replace(/\r?\n$/, '');
}
