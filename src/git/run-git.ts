import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';
import path from 'node:path';
import { type ChildOutcome, endOfChild } from '../runtime/run-child.ts';
import { startChild } from '../runtime/start-child.ts';

/** Where git runs. */
export interface GitWorld {
  /** An absolute folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Variables that would make git look at another repository than that of the working folder, or at it otherwise (set inside hooks). */
const misleading =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|(?:ALTERNATE_)?OBJECT_DIRECTOR(?:Y|IES)|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE|QUARANTINE_PATH|DEFAULT_HASH)$/;

/** Variables that have git tell all that it does, addresses with their passwords too. */
const tellTale = /^GIT_(?:TRACE|CURL_VERBOSE)/;

/** More than this is only read to learn that there is something. */
const fewBytes = 256 * 1024;

/**
 * Nothing that a repository's own settings name is run or read, nothing is written, nobody is asked, nothing is fetched. Filters have
 * names of their own: `withoutFilters` turns them off.
 */
const safety = [
  '--no-pager',
  '--no-optional-locks',
  ...[
    'core.fsmonitor=false',
    `core.hooksPath=${devNull}`,
    // Objects that a partial clone lacks would be fetched, by programs that its settings name.
    'protocol.allow=never',
    'core.sshCommand=false',
    'core.gitProxy=',
    'core.askPass=',
    'core.alternateRefsCommand=',
    'credential.helper=',
    'diff.external=',
    'status.submoduleSummary=false',
    'log.showSignature=false',
    // Files that are read to their end, which a device does not have.
    'core.attributesFile=',
    'core.excludesFile=',
    'mailmap.file=',
    'mailmap.blob=',
    'log.mailmap=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** Of the settings of a repository those that name a program by which git status would read changed files. */
export const filterSettings = 'filter\\..*';
/** More filters than any repository has. */
const maxFilters = 100;

/**
 * Arguments that turn filters off, given the names of their settings (`filter.lfs.process`); null where that cannot be done,
 * so that no changed file may be looked at.
 */
export function withoutFilters(names: readonly string[]): string[] | null {
  const filters = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
  // An argument ends a name at its first `=`.
  if (filters.size > maxFilters || [...filters].some((filter) => /[=\n]/.test(filter))) return null;
  return [...filters].flatMap((filter) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${filter}.${setting}`]),
  );
}

/** Runs git in the working folder, for that long and that much output. Null where git is not installed. */
export function runGit(
  world: GitWorld,
  args: readonly string[],
  milliseconds: number,
  maxOutput = fewBytes,
): Promise<ChildOutcome | null> {
  return endOfChild(startGit(world, args), { milliseconds, maxOutput });
}

/** Starts git in the working folder as `runGit` does, for output of any length. */
export function startGit(world: GitWorld, args: readonly string[]): ChildProcessWithoutNullStreams {
  return startChild('git', gitArguments(world, args), surroundings(world));
}

function gitArguments({ cwd }: GitWorld, args: readonly string[]): string[] {
  return [...safety, '-C', cwd, ...args];
}

function surroundings(world: GitWorld) {
  return {
    // Windows looks for programs in the folder they start in before it looks along PATH.
    cwd: path.parse(world.cwd).root || world.cwd,
    env: environment(world),
  };
}

/** The variables of the process but for those that would make git look at another repository, or tell of what it does. */
export function ownEnvironment({ env }: Pick<GitWorld, 'env'>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !misleading.test(name) && !tellTale.test(name)),
  );
}

function environment(world: GitWorld): NodeJS.ProcessEnv {
  const own = ownEnvironment(world);
  // No protocol is allowed, whatever `protocol.*.allow` of the repository says.
  const nothing = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' };
  return { ...own, ...nothing, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
}
