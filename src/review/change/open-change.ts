import { dirname, join, sep } from 'node:path';
import { findCommit, findRepository, type Repository } from '../../git/repository.ts';
import type { GitWorld } from '../../git/run-git.ts';
import { isInside } from '../../runtime/files/files.ts';
import { findProject } from '../../runtime/files/find-project.ts';
import { type BaseState, createBaseState, rootOf } from '../base/base-state.ts';
import type { ChangedFile } from './changed-file.ts';
import { type AskedRange, type Ends, findEnds, UnknownRange } from './find-ends.ts';
import { parsePatch } from './parse-patch.ts';
import { readChange } from './read-change.ts';
import { mostPatchBytes, tooLargePatch } from './too-large.ts';

/** What is asked for: a range of git, or a patch; and where guidance is read. */
export interface AskedChange extends AskedRange {
  readonly patch?: string | undefined;
  /** A ref, or `worktree`. */
  readonly baseContent?: string | undefined;
}

/** A change that can be looked at; to be closed in the end. */
export interface OpenChange {
  readonly files: readonly ChangedFile[];
  /** The folder that the paths of files count from: the one whose `.precept` counts, at the base. */
  readonly project: string;
  /** The path of the project below the root of the repository; empty for the root, and without one. */
  readonly prefix: string;
  /** What is compared; null without a repository. */
  readonly ends: Ends | null;
  /** The files that guidance is read from; null for the files as they lie. */
  readonly before: BaseState | null;
  close(): void;
}

/** Looks a change up. Throws UnknownRange; faults: `payload-too-large`, and `invalid-parameter` for a text that is no patch. */
export async function openChange(
  asked: AskedChange,
  { cwd, env, home }: GitWorld & { readonly home: string },
): Promise<OpenChange> {
  const { patch, baseContent } = asked;
  if (patch !== undefined && Buffer.byteLength(patch) > mostPatchBytes) throw tooLargePatch();
  const repository = await findRepository({ cwd, env });
  if (typeof repository === 'string') {
    if (patch === undefined) throw new UnknownRange(`${repository}; name a patch with --patch`);
    const project = await findProject(cwd, home);
    return { files: parsePatch(patch), project, prefix: '', ends: null, before: null, close() {} };
  }
  const ends = await findEnds(repository, patch === undefined ? asked : {});
  const before =
    baseContent === 'worktree'
      ? null
      : createBaseState(repository, await contentCommit(repository, ends, baseContent));
  try {
    const project = await projectOf(cwd, home, rootOf(repository), before);
    const prefix = prefixOf(repository, project);
    const inProject = { ...repository, world: { cwd: project, env }, prefix };
    const files =
      patch === undefined ? await readChange(inProject, ends) : withoutFolder(parsePatch(patch), prefix);
    return { files, project, prefix, ends, before, close: () => before?.close() };
  } catch (error) {
    before?.close();
    throw error;
  }
}

async function contentCommit(
  repository: Repository,
  ends: Ends,
  ref: string | undefined,
): Promise<string | null> {
  if (ref === undefined) return ends.base;
  const commit = await findCommit(repository, ref);
  if (commit === null)
    throw new UnknownRange(`"${ref}" is not a git ref here; give one with --base-content, or worktree`);
  return commit;
}

/** The folder whose `.precept` counted at the base: a change may remove it. */
async function projectOf(cwd: string, home: string, root: string, before: BaseState | null): Promise<string> {
  for (
    let folder = cwd;
    before !== null && isInside(folder, root) && folder !== home;
    folder = dirname(folder)
  ) {
    const own = join(folder, '.precept');
    if ((await before.isDirectory(join(own, 'rules'))) === true) return folder;
    if (Buffer.isBuffer(await before.readFile(join(own, 'settings.yml')))) return folder;
    if (folder === dirname(folder)) break;
  }
  return findProject(cwd, home);
}

function prefixOf(repository: Repository, project: string): string {
  const root = rootOf(repository);
  return project.startsWith(root + sep)
    ? project
        .slice(root.length + 1)
        .split(sep)
        .join('/')
    : '';
}

/** The files of a patch as seen from a folder below the root, where the patch counts from that. */
function withoutFolder(files: readonly ChangedFile[], prefix: string): readonly ChangedFile[] {
  const start = `${prefix}/`;
  if (prefix === '' || !files.some(({ path }) => path.startsWith(start))) return files;
  return files
    .filter(({ path }) => path.startsWith(start))
    .map(({ path, old, ...file }) => ({
      ...file,
      path: path.slice(start.length),
      ...(old !== undefined && { old: old.startsWith(start) ? old.slice(start.length) : old }),
    }));
}
