import { basename, dirname, join, resolve } from 'node:path';
import { isDirectory } from '../runtime/files/files.ts';
import { createFile } from '../runtime/files/write-file.ts';
import { type Editing, editPlan } from './edit/edit-plan.ts';
import { type PlanView, type Totals, toPlanView, totalsOf } from './edit/plan-view.ts';
import { findClientFiles } from './gather/find-files.ts';
import { type GatherRequest, gatherSources } from './gather/gather.ts';
import { ImportError } from './import-error.ts';
import { type KnownScope, withoutKnown } from './known-scope.ts';
import { type Folded, foldSources, type Plan } from './plan.ts';
import { findTomlSettings, readTomlTree } from './toml/toml-tree.ts';
import { mergeInto, newScope } from './write/merge-scope.ts';
import { missingPlan } from './write/missing-plan.ts';
import { nearRules } from './write/near-rules.ts';
import { type FileContent, withSchemaLines } from './write/scope-files.ts';
import { orImportError, readBelow, readExisting, rulesFolder, writeScope } from './write/write-scope.ts';

export interface ImportRequest extends GatherRequest {
  readonly scope: string;
  readonly rulesPath: string;
  /** The folder of the person, whose own rules may be links. */
  readonly home: string;
  /** Whether to write, and whether a scope that is there may be added to. */
  readonly isWriting: boolean;
  readonly isMerging: boolean;
  /** What the scope has and inherits already; empty for one that is not there. Its masters may be asked. */
  known(): Promise<KnownScope>;
  /** How a person changes the plan before it is written; null for as it is. */
  readonly editing: Editing | null;
}

export interface ImportResult extends Omit<Folded, 'plan'> {
  /** What the scope is to have; null for the scopes of another server, which are copied. */
  readonly plan: PlanView | null;
  readonly totals: Totals | null;
  readonly scope: string;
  /** New or changed files, by their paths below the rules folder. */
  readonly files: ReadonlyMap<string, FileContent>;
  readonly written: boolean;
  /** Whether the scope is there already. */
  readonly isThere: boolean;
  /** Whether the scope lacks nothing of the sources. */
  readonly hasAll: boolean;
  /** Whether nothing may be written, as the scope is there and nobody asked to add to it. */
  readonly isRefused: boolean;
  /** How many rules of exports each scope has already. */
  readonly there: ReadonlyMap<string, number>;
  /** What the scope has in another form. */
  readonly kept: readonly string[];
  /** What a scope that is there lacks, a line for each part; empty for the scopes of another server. */
  readonly lacking: readonly string[];
  /** Rules that the sources have with another strength than a scope that is there, in words. */
  readonly differing: readonly string[];
  /** The settings file that is new with the scopes of another server. */
  readonly settingsFile: string | null;
  /** What is left to do for settings that are there. */
  readonly settings: string | null;
}

/** The TOML settings of another rule server that are meant: named, or there and nothing that clients read beside them. */
async function findTree({ from, project, cwd, env, named }: ImportRequest): Promise<string | null> {
  if (from === 'rulesync') return null;
  const [first] = named;
  if (first === undefined && from !== 'toml' && (await findClientFiles({ cwd: project, env }, '')).length > 0)
    return null;
  const place = first === undefined ? project : resolve(cwd, first);
  if (place.endsWith('.toml')) return place;
  const found = (await isDirectory(place)) ? await findTomlSettings(place, project) : null;
  if (found === null && from === 'toml')
    throw new ImportError(
      `there are no settings in TOML with rules beside them in ${place}; name their file`,
      { isUsage: true },
    );
  return found;
}

/** Copies a scope of another rule server, with those it inherits from, and its settings where there are none yet. */
async function importTree(request: ImportRequest, file: string): Promise<ImportResult> {
  const { scope, rulesPath, project, home, isWriting, isMerging } = request;
  const rules = rulesFolder(rulesPath, project, home);
  const ofProject = { rulesPath: join(project, '.precept'), area: { within: project } };
  const { sources, files: all, settings } = await readTomlTree(file, scope, project);
  const { plan: _, ...folded } = foldSources(sources);
  const files = new Map<string, FileContent>();
  const kept: string[] = [];
  for (const [path, content] of all) {
    const there = await readBelow(rules, path);
    if (there === null) files.set(path, content);
    else if (there.toString('utf8') !== content) kept.push(`${path} differs from the file that is imported`);
  }
  const before = settings === '' ? null : await readBelow(ofProject, 'settings.yml');
  const settingsFile = settings !== '' && before === null ? join(ofProject.rulesPath, 'settings.yml') : null;
  const isThere = await isDirectory(join(rulesPath, scope));
  const isRefused = isThere && !isMerging && files.size > 0;
  const written = isWriting && !isRefused && (files.size > 0 || settingsFile !== null);
  if (written)
    await orImportError(rules, async () => {
      for (const [path, content] of files)
        await createFile(join(rulesPath, ...path.split('/')), content, rules.area);
      if (settingsFile !== null) await createFile(settingsFile, settings, ofProject.area);
    });
  const isNoted = before !== null && before.toString('utf8') !== settings;
  const note = `.precept/settings.yml is there: add this to it by hand, or remove it and import again:\n${settings}`;
  return {
    plan: null,
    totals: null,
    scope,
    ...folded,
    files,
    written,
    isThere,
    hasAll: isThere && files.size === 0,
    isRefused,
    there: new Map(),
    kept,
    lacking: [],
    settingsFile,
    differing: [],
    settings: isNoted ? note : null,
  };
}

/** Reads the sources, plans what the scope is to hold, and writes it where that is asked for. Faults: ImportError. */
export async function runImport(request: ImportRequest): Promise<ImportResult> {
  const { scope, rulesPath, project, home, isWriting, isMerging } = request;
  const rules = rulesFolder(rulesPath, project, home);
  const tree = await findTree(request);
  if (tree !== null) return importTree(request, tree);
  const read = await gatherSources(request);
  if (read.length === 0)
    throw new ImportError(
      request.from === 'rulesync'
        ? 'there is nothing of rulesync to import here, no file in .rulesync; without --from all files that clients read are taken'
        : 'there is nothing to import here: no AGENTS.md, CLAUDE.md, .cursor/rules or other file that clients read; name the files to import',
    );
  const hasExports = read.some(({ findings }) => findings.some(({ exportOf }) => exportOf !== undefined));
  const { sources, there, gone, differing } = withoutKnown(read, hasExports ? await request.known() : []);
  const { plan: found, ...folded } = foldSources(sources);
  const existing = await readExisting(rules, scope, found);
  const isThere = existing !== null;
  const isRefused = isThere && !isMerging;
  const { editing } = request;
  const missing = existing === null ? found : missingPlan(found, existing);
  const isEdited = editing !== null && !isRefused;
  const plan = isEdited ? await planOf(missing, { scope, isThere }, editing) : found;
  const inherited = existing === null ? new Set<string>() : await inheritedBy(request);
  const write = (one: Plan) =>
    existing === null ? newScope(scope, one) : mergeInto(scope, one, existing, inherited);
  const { kept, ...whole } = write(found);
  const { lacking, ...merged } = isEdited ? write(plan) : whole;
  // What an export has unchanged is not in the plan, and `gone` names what it lost.
  const near =
    existing === null || hasExports ? [] : nearRules(scope, found, isEdited ? plan : missing, existing);
  const hasSchemas = basename(rulesPath) === 'rules' && basename(dirname(rulesPath)) === '.precept';
  const files = hasSchemas
    ? withSchemaLines(scope, merged.files, existing?.texts ?? new Map())
    : merged.files;
  const mayWrite = isWriting && files.size > 0 && folded.unaccounted === 0 && !isRefused;
  if (mayWrite) await writeScope(rules, scope, files, existing);
  const shown = { plan: toPlanView(plan), totals: totalsOf(plan) };
  const hasAll = isThere && whole.files.size === 0;
  const parts = { kept: [...kept, ...gone, ...near], lacking, differing };
  const told = { there, ...parts, settingsFile: null, settings: null };
  // What the words of the files say of strengths is not what an edited plan has.
  const strengths = isEdited ? { stated: 0, byDefault: 0 } : {};
  return {
    ...shown,
    scope,
    ...folded,
    ...strengths,
    files,
    written: mayWrite,
    isThere,
    hasAll,
    isRefused,
    ...told,
  };
}

/** What a person leaves of a plan; one with nothing in it is not asked about. */
async function planOf(plan: Plan, target: Parameters<typeof editPlan>[1], editing: Editing): Promise<Plan> {
  const isEmpty = plan.description === null && plan.categories.size === 0;
  const edited = isEmpty ? null : await editPlan(plan, target, editing);
  return edited ?? { description: null, categories: new Map() };
}

/** The categories of suggestions that a scope inherits: what it adds to them needs a `+`. */
async function inheritedBy({ scope, known, isMerging }: ImportRequest): Promise<ReadonlySet<string>> {
  const all = isMerging ? await known() : [];
  const inherited = all.filter(({ rules }) => rules.some(({ must, from }) => !must && from !== scope));
  return new Set(inherited.map(({ category }) => category));
}
