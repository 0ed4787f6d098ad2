import { dirname, join, sep } from 'node:path';
import { findCommit, findRepository, type Repository, unknownRef } from '../../../git/repository.ts';
import type { GitWorld } from '../../../git/run-git.ts';
import { Fault } from '../../../model/fault.ts';
import { mostPatchBytes, tooLargePatch } from '../../../model/patch-limit.ts';
import { isInside, readSmallFile } from '../../../runtime/files/files.ts';
import { findProject } from '../../../runtime/files/find-project.ts';
import { type GitObjects, readObjects } from '../../compare/load/read-objects.ts';
import { createAfterState } from '../base/after-state.ts';
import { type BaseState, createBaseState, rootOf } from '../base/base-state.ts';
import { type AfterTexts, textsOfPatch, textsOfTarget } from './after-texts.ts';
import type { ChangedFile } from './changed-file.ts';
import { type AskedRange, type Ends, findEnds, unknownRange } from './find-ends.ts';
import { parsePatch } from './parse-patch.ts';
import { readChange } from './read-change.ts';
import { createView } from './view-from.ts';

/** What is asked for: a range of git, or a patch; and where guidance is read. */
export interface AskedChange extends AskedRange {
  readonly patch?: string | undefined;
  /** A ref, or `worktree`. */
  readonly baseContent?: string | undefined;
}

/** A change that can be looked at; to be closed in the end. */
export interface OpenChange extends AfterTexts {
  /** The changed files of the project, by their paths below it. */
  readonly files: readonly ChangedFile[];
  /** All changed files of the repository, by their paths below its root. */
  readonly all: readonly ChangedFile[];
  /** The folder that the paths of files count from: the one whose `.precept` counts, at the base. */
  readonly project: string;
  /** The root of the repository; the project without one. */
  readonly root: string;
  /** The path of the project below the root; empty for the root itself. */
  readonly prefix: string;
  /** What was before, in words. */
  readonly since: string;
  /** How many files the work tree changed and the index did not take, where the change is what is staged, and that is nothing. */
  readonly unstaged?: number;
  /** The files that judge: as they lie where it is null. */
  readonly judging: BaseState | null;
  /** The files before the change and after it; before it they are as they lie where there is no repository. */
  readonly before: BaseState | null;
  readonly after: Omit<BaseState, 'close'>;
  close(): void;
}

/** Looks a change up. Faults: `payload-too-large`, and `invalid-parameter` for what is no range or no patch. */
export async function openChange(
  asked: AskedChange,
  { cwd, env, home }: GitWorld & { readonly home: string },
): Promise<OpenChange> {
  const { patch } = asked;
  if (patch !== undefined && Buffer.byteLength(patch) > mostPatchBytes) throw tooLargePatch();
  const repository = await findRepository({ cwd, env });
  if (typeof repository !== 'string') return inRepository(repository, asked, home);
  if (patch === undefined) throw unknownRange(`${repository}; name a patch with --patch`);
  const project = await findProject(cwd, home);
  const texts = textsOfPatch(project, async (path) => textOnDisk(project, path));
  const files = parsePatch(patch);
  return {
    ...{ files, all: files, project, root: project, prefix: '', since: 'the files as they lie' },
    ...{ judging: null, before: null, after: createAfterState(null, project, files, texts) },
    ...texts,
    close() {},
  };
}

async function inRepository(repository: Repository, asked: AskedChange, home: string): Promise<OpenChange> {
  const { patch, baseContent } = asked;
  const { world } = repository;
  const root = rootOf(repository);
  const ends = await findEnds(repository, patch === undefined ? asked : {});
  const before = createBaseState(repository, ends.base);
  const opened: { close(): void }[] = [before];
  const close = () => opened.forEach((one) => void one.close());
  let known: GitObjects | undefined;
  const objects = () => {
    if (known !== undefined) return known;
    known = readObjects(world, mostPatchBytes);
    opened.push(known);
    return known;
  };
  try {
    const judging = await judgingState(repository, before, baseContent);
    if (judging !== null && judging !== before) opened.push(judging);
    const project = await projectOf(world.cwd, home, root, judging);
    const prefix = project.startsWith(root + sep)
      ? project
          .slice(root.length + 1)
          .split(sep)
          .join('/')
      : '';
    const atRoot = { ...repository, world: { ...world, cwd: root }, prefix: '' };
    const all = patch === undefined ? await readChange(atRoot, ends) : parsePatch(patch);
    const { files, toRoot } = createView(all, prefix, patch !== undefined);
    const unstaged =
      asked.staged === true && all.length === 0
        ? (await readChange(atRoot, { ...ends, target: 'work tree' })).length
        : undefined;
    const textBefore = async (path: string) =>
      (await before.readFile(join(root, path)).catch(() => null))?.toString('utf8') ?? null;
    const texts = patch === undefined ? textsOfTarget(root, ends, objects) : textsOfPatch(root, textBefore);
    const after = createAfterState(before, root, all.map(toRoot), texts);
    return {
      ...{ files, all: all.map(toRoot), project, root, prefix, since: sinceText(ends) },
      ...{ judging, before, after, close },
      ...(unstaged !== undefined && { unstaged }),
      textOf: (file) => texts.textOf(fromProject(file, prefix)),
      isInWorkTree: (file) => texts.isInWorkTree(fromProject(file, prefix)),
    };
  } catch (error) {
    close();
    throw error;
  }
}

function sinceText({ base, since }: Ends): string {
  return base === null ? since : `${since} (${base.slice(0, 10)})`;
}

function fromProject(file: ChangedFile, prefix: string): ChangedFile {
  if (prefix === '') return file;
  const { path, old } = file;
  return { ...file, path: `${prefix}/${path}`, ...(old !== undefined && { old: `${prefix}/${old}` }) };
}

/** The state that guidance is read from; null for the files as they lie. */
async function judgingState(
  repository: Repository,
  before: BaseState,
  ref: string | undefined,
): Promise<BaseState | null> {
  if (ref === undefined) return before;
  if (ref === 'worktree') return null;
  const commit = await findCommit(repository, ref);
  if (commit !== null) return createBaseState(repository, commit);
  const message = `${unknownRef(ref)}; give one, or worktree`;
  throw new Fault('invalid-parameter', message, { errors: [{ path: 'base_content', message }] });
}

/** The folder whose `.precept` counts: a change may remove it, or put one nearer. */
async function projectOf(
  cwd: string,
  home: string,
  root: string,
  judging: BaseState | null,
): Promise<string> {
  for (let folder = cwd; judging !== null && isInside(folder, root); folder = dirname(folder)) {
    const own = join(folder, '.precept');
    if (folder === home || folder === dirname(folder)) break;
    if ((await judging.isDirectory(join(own, 'rules'))) === true) return folder;
    if (Buffer.isBuffer(await judging.readFile(join(own, 'settings.yml')).catch(() => null))) return folder;
  }
  return findProject(cwd, home);
}

function textOnDisk(root: string, path: string): string | null {
  return readSmallFile(join(root, path), mostPatchBytes)?.toString('utf8') ?? null;
}
