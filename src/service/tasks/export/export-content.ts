import { join, resolve } from 'node:path';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { Fault } from '../../../model/fault.ts';
import { isWithin } from '../../../model/names/category-path.ts';
import type { ExportTarget } from '../../../model/names/export-targets.ts';
import { isInside } from '../../../runtime/files/files.ts';
import { toReportPath } from '../../../runtime/files/report-path.ts';
import { categoryFilter } from '../../answers/category-filter.ts';
import type { ExportCategory } from '../../export/content.ts';
import { applyLayout, type HandEdited, type Job } from '../../export/files/apply.ts';
import { createTree, isRealFolder, isSame, type Tree } from '../../export/files/tree.ts';
import { layOut } from '../../export/layout/lay-out.ts';
import { namedFolders } from '../../export/layout/nested.ts';
import { limitErrors, sharedReaders, sizeWarnings, type Written } from '../../export/limits.ts';
import { chainErrors, hiddenWarnings, keptFromAgents } from '../../export/neighbours.ts';
import { targets } from '../../export/targets.ts';
import { tokensOf } from '../../export/write-rules.ts';
import type { Service } from '../../service.ts';
import { placesIn } from '../usage-places.ts';
import { type Carried, type Loss, lossesOf, lossNotes } from './export-losses.ts';
import type { ExportedFrom } from './exported-scope.ts';
import { type ExportedScope, exportedScope } from './exported-scope.ts';

export interface ExportJob {
  readonly scope: string;
  readonly to: readonly ExportTarget[];
  /** Absolute. */
  readonly folder: string;
}

export interface ExportRequest {
  readonly jobs: readonly ExportJob[];
  /** What paths are told relative to, and inside of which no link is followed; absolute. */
  readonly base: string;
  /** Dot paths; null for all. */
  readonly categories: ReadonlySet<string> | null;
  /** Tokens; null for any. */
  readonly budget: number | null;
  readonly allowIncomplete: boolean;
  /** Whether blocks that were edited by hand are written over. */
  readonly overwrites: boolean;
}

/** A file that an export writes or removes. */
export interface ExportedFile {
  readonly path: string;
  readonly bytes: number;
  readonly status: 'new' | 'changed' | 'same';
  /** Null for bytes that are not text. */
  readonly text: string | null;
  readonly before: string;
}

export interface ExportPlan {
  readonly files: readonly ExportedFile[];
  /** Files of an earlier export that are removed, or lose our block. */
  readonly stale: readonly ExportedFile[];
  readonly leftOut: readonly { readonly category: string; readonly tokens: number }[];
  /** What of the scopes is in no file, whatever is left out. */
  readonly notCarried: readonly Loss[];
  /** What of that another target would write, in sentences. */
  readonly notes: readonly string[];
  /** What was edited by hand, and would be written over. */
  readonly edits: readonly HandEdited[];
  readonly warnings: readonly string[];
  /** Why nothing may be written. */
  readonly errors: readonly string[];
  write(): Promise<void>;
}

/**
 * What exports write, with everything that speaks against it; nothing is written yet. Faults: those of a scope, and `not-found` for
 * categories that have nothing to export.
 */
export async function planExport(
  service: ExportedFrom & Pick<Service, 'usage'>,
  request: ExportRequest,
): Promise<ExportPlan> {
  const { jobs, base } = request;
  const tree = createTree(
    base,
    jobs.map(({ folder }) => folder),
  );
  const errors: string[] = [];
  const warnings: string[] = [];
  const edits: HandEdited[] = [];
  const leftOut = new Map<string, ExportCategory>();
  const owners = new Map<string, ExportTarget>();
  const folders = new Map<string, Omit<Written, 'keptFromShared'>[]>();
  const places = new Map<string, string>();
  const scopes = new Map<string, { scope: ResolvedScope; carried: Carried }>();
  const shownIn = (folder: string) => (path: string) =>
    toReportPath(join(folder, ...path.split('/')), base) || '.';
  for (const { scope, to, folder } of jobs) {
    const carried: Carried = {
      rules: to.some((target) => targets[target].shape !== 'skills'),
      katas: to.some((target) => targets[target].shape === 'skills'),
    };
    const reads = request.budget === null ? undefined : await readsOf(service, scope);
    const exported = await exportedScope(service, scope, {
      ...carried,
      files: true,
      ...(reads && { reads }),
    });
    const known = scopes.get(scope)?.carried ?? { rules: false, katas: false };
    scopes.set(scope, {
      scope: exported.scope,
      carried: { rules: known.rules || carried.rules, katas: known.katas || carried.katas },
    });
    if (!request.allowIncomplete) errors.push(...incompleteErrors(scope, exported));
    else
      warnings.push(...exported.missing.map((text) => `scope "${scope}" is exported without this: ${text}`));
    checkCategories(exported, request.categories);
    const existing = await existingFolders(folder, exported);
    const shown = shownIn(folder);
    for (const target of to) {
      const layout = layOut(target, exported.content, {
        wanted: categoryFilter(request.categories),
        budget: request.budget,
        folders: existing,
      });
      for (const one of layout.leftOut) leftOut.set(one.category, one);
      const job: Job = { scope, target, root: folder, shown, overwrites: request.overwrites };
      const applied = await applyLayout(tree, job, layout);
      errors.push(...layout.errors, ...applied.errors);
      warnings.push(...layout.warnings, ...applied.warnings);
      edits.push(...applied.edits);
      for (const path of applied.written) {
        owners.set(join(folder, ...path.split('/')), target);
        places.set(join(folder, ...path.split('/')), folder);
      }
      const { lineage } = exported.scope.descent;
      const one = { scope, lineage, target, folder: toReportPath(folder, base) };
      folders.set(folder, [...(folders.get(folder) ?? []), one]);
    }
  }
  const written: Written[] = [];
  for (const [folder, chosen] of folders) {
    const keptFromShared = await keptFromAgents({ tree, root: folder });
    written.push(...chosen.map((one) => ({ ...one, keptFromShared })));
  }
  warnings.push(...sharedReaders(written));
  for (const [folder, chosen] of folders) {
    const chosenTargets = new Set(chosen.map(({ target }) => target));
    const around = { tree, root: folder, targets: chosenTargets, shown: shownIn(folder) };
    const ours = [...owners].filter(([path, target]) => target === 'agents' && isInside(path, folder));
    const below = new Set(ours.map(([path]) => toReportPath(path, folder)));
    if (below.size > 0) errors.push(...(await chainErrors(around, below)));
    // What another entry writes below it is looked at in its own folder.
    const own = new Set([...below].filter((path) => places.get(join(folder, ...path.split('/'))) === folder));
    warnings.push(...(await hiddenWarnings(around, own)));
  }
  const { files, stale } = report(tree, base, owners);
  for (const { path, text } of files) {
    const target = owners.get(resolve(base, path));
    if (target === undefined || text === null) continue;
    errors.push(...limitErrors(target, { path, text }));
    warnings.push(...sizeWarnings(target, { path, text }));
  }
  const wanted = categoryFilter(request.categories);
  const lost = [...scopes.values()].map(({ scope, carried }) => {
    const losses = lossesOf(scope, carried, wanted);
    return { losses, notes: lossNotes(losses, scope.name, carried) };
  });
  return {
    files,
    stale,
    notCarried: lost.flatMap(({ losses }) => losses),
    notes: lost.flatMap(({ notes }) => notes),
    leftOut: [...leftOut.values()].map((one) => ({ category: one.category, tokens: tokensOf(one) })),
    edits,
    warnings: [...new Set(warnings)],
    errors: [...new Set(errors)],
    write: () => tree.write(),
  };
}

/** How often the categories of a scope were read in the last ninety days; undefined where nobody counts. */
async function readsOf(
  service: Pick<Service, 'scope' | 'usage'>,
  scope: string,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!service.usage.isOn) return undefined;
  const { firstDay, usageReport } = await import('../../../usage/usage-report.ts');
  const now = new Date();
  const { entries } = await usageReport(await service.usage.lines(), {
    since: firstDay('90d', now) ?? '',
    until: now.toISOString().slice(0, 10),
    places: await placesIn(scope, service),
    isWanted: async (name) => name === scope,
  });
  return new Map(
    entries.flatMap(({ kind, category, reads }) => (kind === 'category' ? [[category, reads] as const] : [])),
  );
}

function incompleteErrors(scope: string, { missing }: ExportedScope): string[] {
  if (missing.length === 0) return [];
  return [
    ...missing.map((text) => `scope "${scope}" is incomplete: ${text}`),
    'Fix that, or export what there is with --allow-incomplete.',
  ];
}

/** A category that was named and is not there would leave an empty file behind. */
function checkCategories({ content }: ExportedScope, asked: ReadonlySet<string> | null): void {
  const known = [...content.categories, ...content.katas].map(({ category }) => category);
  for (const path of asked ?? []) {
    if (known.some((category) => isWithin(category, path))) continue;
    throw new Fault(
      'not-found',
      `Scope "${content.scope}" has nothing to export in category "${path}"; "precept index ${content.scope}" names its categories.`,
    );
  }
}

async function existingFolders(root: string, { content }: ExportedScope): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const folder of namedFolders(content.categories))
    if (await isRealFolder(root, folder)) found.add(folder);
  return found;
}

function report(
  tree: Tree,
  base: string,
  owners: ReadonlyMap<string, ExportTarget>,
): Pick<ExportPlan, 'files' | 'stale'> {
  const files: ExportedFile[] = [];
  const stale: ExportedFile[] = [];
  for (const { path, before, after } of tree.changes()) {
    const status = before === null ? 'new' : isSame(before, after) ? 'same' : 'changed';
    const file: ExportedFile = {
      path: toReportPath(path, base),
      bytes: after?.byteLength ?? 0,
      status,
      text: textOf(after),
      before: textOf(before) ?? '',
    };
    if (owners.has(path)) files.push(file);
    else if (status !== 'same') stale.push(file);
  }
  return { files, stale };
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
