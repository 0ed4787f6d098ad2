import { join, relative } from 'node:path';
import type { ExportTarget } from '../../../model/names/export-targets.ts';
import { BrokenBlock } from '../../../model/text/marked-block.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { Draft, Layout } from '../content.ts';
import { ownedFilesOf } from '../skills.ts';
import { targets } from '../targets.ts';
import { ForeignFile, findHandEdit, HandEdit, placeDraft, removeDraft } from './place-file.ts';
import { repositoriesWith } from './repositories.ts';
import { saidTwice } from './said-twice.ts';
import { findFiles, isSame, type Tree } from './tree.ts';

/** One export: a scope to one target, below a folder (absolute). */
export interface Job {
  readonly scope: string;
  readonly target: ExportTarget;
  readonly root: string;
  /** Whether what was edited by hand in our blocks may be written over. */
  readonly overwrites: boolean;
  /** Names a path below the root for messages. */
  readonly shown: (path: string) => string;
}

/** A file as an export would write it, and as it is. */
export interface HandEdited {
  readonly path: string;
  readonly exported: string;
  readonly found: string;
}

/** What an export has put into a tree. */
export interface Applied {
  /** Paths below the root of the files that hold something of it. */
  readonly written: readonly string[];
  /** Files whose block somebody has edited. */
  readonly edits: readonly HandEdited[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
}

/** Puts the files of a layout into a tree, and takes out of it what earlier exports of the scope to this target have left. */
export async function applyLayout(tree: Tree, job: Job, layout: Layout): Promise<Applied> {
  const errors: string[] = [];
  const warnings: string[] = [];
  const edits: HandEdited[] = [];
  const guarded = async (path: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (
        error instanceof Error &&
        (error instanceof BrokenBlock || error instanceof ForeignFile || error instanceof HandEdit)
      )
        errors.push(`${job.shown(path)}: ${error.message}`);
      else errors.push(`${job.shown(path)} cannot be read: ${reasonOf(error)}`);
    }
  };
  const at = (path: string) => join(job.root, ...path.split('/'));
  const stale = await staleFiles(job, layout.drafts);
  if (!stale.isWhole)
    warnings.push(
      `${job.shown('.')} has too many folders: old files of an earlier export were not looked for in all.`,
    );
  for (const path of stale.paths)
    await guarded(path, async () => {
      const before = await readText(tree, at(path));
      const left = before === null ? undefined : removeDraft(job.scope, stale.kind, before);
      if (before === null || left === undefined) return;
      await tree.set(at(path), left === null ? null : Buffer.from(left));
      await removeOwned(tree, at(path), before, new Set());
    });
  const attached = new Set(layout.attachments.map(({ path }) => at(path)));
  const owned = new Set<string>();
  const failed = new Set<string>();
  for (const draft of layout.drafts) {
    const count = errors.length;
    await guarded(draft.path, async () => {
      const before = await readText(tree, at(draft.path));
      const text = placeDraft(job.scope, draft, before);
      const edit =
        before === null || job.overwrites || before === text ? null : findHandEdit(job.scope, before, text);
      if (before !== null && edit !== null) {
        edits.push({ path: job.shown(draft.path), exported: text, found: before });
        throw edit;
      }
      if (before !== null) {
        for (const path of ownedPaths(at(draft.path), before)) owned.add(path);
        await removeOwned(tree, at(draft.path), before, attached);
      }
      const twice = draft.kind === 'shared' && saidTwice(job.shown(draft.path), draft.body, before ?? '');
      if (twice) warnings.push(twice);
      await tree.set(at(draft.path), Buffer.from(text));
    });
    if (errors.length > count) failed.add(draft.path);
  }
  for (const { path, owner, bytes } of layout.attachments)
    if (!failed.has(owner))
      await guarded(path, async () => {
        const there = await tree.read(at(path));
        if (there !== null && !isSame(there, bytes) && !owned.has(at(path))) throw new ForeignFile();
        await tree.set(at(path), bytes);
      });
  const attachments = layout.attachments.map(({ path, owner }) => ({ path: at(path), owner: at(owner) }));
  for (const folder of await repositoriesWith(tree, attachments))
    errors.push(
      `${job.shown(relative(job.root, folder))} would be a git repository with what is there already; remove that folder`,
    );
  const written = [...layout.drafts, ...layout.attachments].map(({ path }) => path);
  return { written, edits, warnings, errors };
}

/** Files that may hold something of an earlier export to the same target, which this one does not write. */
async function staleFiles(
  { target, root }: Job,
  drafts: readonly Draft[],
): Promise<{ readonly paths: readonly string[]; readonly isWhole: boolean; readonly kind: Draft['kind'] }> {
  const row = targets[target];
  const wanted = new Set(drafts.map(({ path }) => path));
  const kind = row.shape === 'shared' ? 'shared' : 'own';
  if (row.shape === 'path instructions' || (row.shape === 'shared' && !row.nested))
    return { paths: wanted.has(row.path) ? [] : [row.path], isWhole: true, kind };
  const folder = row.shape === 'shared' ? '' : row.folder;
  const isOurs = (name: string) =>
    row.shape === 'shared'
      ? name === row.path
      : row.shape === 'skills'
        ? name === 'SKILL.md'
        : /\.mdc?$/.test(name);
  const found = await findFiles(join(root, ...folder.split('/')), isOurs, row.shape === 'shared' ? 64 : 2);
  const paths = found.paths.map((path) => (folder === '' ? path : `${folder}/${path}`));
  return { paths: paths.filter((path) => !wanted.has(path)), isWhole: found.isWhole, kind };
}

/** Takes out the files that a SKILL.md said are ours beside it, without those that are wanted. */
async function removeOwned(
  tree: Tree,
  path: string,
  text: string,
  wanted: ReadonlySet<string>,
): Promise<void> {
  for (const owned of ownedPaths(path, text))
    if (!wanted.has(owned) && (await tree.read(owned)) !== null) await tree.set(owned, null);
}

/** The files beside a SKILL.md that its text says are ours. */
function ownedPaths(path: string, text: string): string[] {
  if (!path.endsWith('SKILL.md')) return [];
  return ownedFilesOf(text).map((file) => join(path, '..', ...file.split('/')));
}

/** A file of a project as text; one that is not UTF-8 cannot be changed without harm. */
export async function readText(tree: Tree, path: string): Promise<string | null> {
  const bytes = await tree.read(path);
  return bytes === null ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
