import { templateContext } from '../guidance/resolve/template-context.ts';
import type { Problem } from '../model/problems/problem.ts';
import { createPause } from '../runtime/async/turns.ts';
import { conflictFinder, reportConflicts } from './checks/check-conflicts.ts';
import { checkEvalFiles } from './checks/check-eval-files.ts';
import { checkFindable } from './checks/check-findable.ts';
import { judgeInheritance, reportInheritance } from './checks/check-inheritance.ts';
import { checkKataFiles } from './checks/check-kata-files.ts';
import { checkLineage, type Lineages } from './checks/check-lineage.ts';
import { checkScope } from './checks/check-scope.ts';
import { createTagNames } from './checks/check-tag-names.ts';
import { createTemplateChecker, type TemplateChecker } from './checks/check-templates.ts';
import { checkTestNames } from './checks/check-test-names.ts';
import { type ScopeTemplates, templatesIn, usesIn } from './checks/template-uses.ts';
import type { ConflictFinder } from './conflicts/find-conflicts.ts';
import type { LintMemory } from './lint-memory.ts';
import type { LintOptions } from './lint-options.ts';
import type { LintScope } from './lint-scope.ts';
import type { SettingsFindings } from './lint-settings.ts';
import { type Focus, focusOn } from './read/focus.ts';
import type { Merged } from './read/merge-scope.ts';
import { mergeScope } from './read/merge-scope.ts';
import type { Unread } from './read/read-near.ts';
import type { Tree } from './read/read-tree.ts';
import { byPlace, createReport, type Report } from './report.ts';

/** What one run of lint judges. */
export interface LintRun extends Tree {
  readonly options: LintOptions;
  readonly settings: SettingsFindings | null;
  /** That of the options, or one for this run. */
  readonly memory: LintMemory;
  /** Null where everything was read. */
  readonly unread: Unread | null;
}

/** One walk over the scopes of a run: over all, or over those that some files have to do with. */
interface Walk extends LintRun {
  readonly focus: Focus | null;
  readonly report: Report;
  readonly templates: TemplateChecker;
  readonly conflicts: ConflictFinder;
  readonly templatesOf: (scope: string) => ScopeTemplates | undefined;
  /** Equal for runs with the same variables and filters. */
  readonly common: string;
}

/** Milliseconds of work between two turns of others where somebody may wait for an answer. */
const besideOthers = 4;

/**
 * What is wrong in all scopes, by file and place; in `files` alone where these are given, without the work that has nothing to do
 * with them. Null where what is wrong in `files` takes more than that to know.
 */
export async function judgeScopes(
  run: LintRun,
  files: ReadonlySet<string> | null = null,
): Promise<Problem[] | null> {
  const { scopes, strays, options, settings, memory, unread } = run;
  const { onProgress = () => {} } = options;
  const templatesOf = (name: string) => {
    const scope = scopes.get(name);
    return scope && memory.templatesIn(scope, () => templatesIn(scope));
  };
  const ofLineage = createReport(() => undefined);
  const lineages = checkLineage(scopes, options, ofLineage);
  const focus = files === null ? null : focusOn(files, run, lineages, templatesOf);
  if (files !== null && focus === null) return null;
  const report = createReport((file) =>
    file === options.settings?.file ? settings?.source : scopeOf(scopes, file)?.outline.sources.get(file),
  );
  const templates = createTemplateChecker(options.filters, report, memory.templates);
  const conflicts = conflictFinder(scopes, lineages, options.memory?.conflicts);
  const common = JSON.stringify([options.variables, [...options.filters.keys()]]);
  const walk = { ...run, focus, report, templates, conflicts, templatesOf, common };

  for (const { code, at, message, hint } of strays) report.add(code, at, message, hint);
  const own = [...scopes.values()].filter(({ name }) => focus?.isOwn(name) ?? true);
  const pause = createPause(options.whenFree === undefined ? undefined : besideOthers);
  // Others get their turn: progress is shown, a signal is heard, an editor is answered.
  const giveWay = async () => {
    await pause();
    await options.whenFree?.();
    options.signal?.throwIfAborted();
  };
  for (const scope of own) {
    await judgeFiles(scope, walk);
    await giveWay();
  }
  if (unread === null) await checkTestNames([...scopes.values()], options, report);
  settings?.reportTo(report, options.hasMasters || unread !== null ? null : new Set(scopes.keys()));
  report.take(ofLineage.finish({}));
  for (const { name } of own) for (const text of templatesOf(name)?.all ?? []) templates.read(text);

  const mergedOf = createMerger(run, lineages);
  let judged = 0;
  for (const name of lineages.keys()) {
    if (focus?.concerns(name) ?? true) await judgeMerged(mergedOf(name), walk);
    if (focus === null) onProgress('judged', ++judged, lineages.size);
    await giveWay();
  }
  const mayHaveTag = (tag: string) => unread?.mayHaveTag(tag) ?? false;
  const isWhole = unread === null && [...scopes.values()].every(knowsTags);
  templates.finish(createTagNames(tagsOf(scopes, lineages), mayHaveTag, isWhole));
  const { isCut } = reportConflicts(conflicts, scopes, options.hasMasters, report);
  // Which pairs are told of many takes all of them.
  if (focus !== null && isCut) return null;
  return report
    .finish(options.severities)
    .filter(({ file }) => files?.has(file) ?? true)
    .sort(byPlace);
}

/** What a scope's files show without any other scope. */
async function judgeFiles(scope: LintScope, { options, memory, report }: Walk): Promise<void> {
  report.take(scope.problems);
  report.take(
    memory.ofScope(scope, () => {
      const own = createReport(() => undefined);
      checkScope(scope, own);
      return own.finish({});
    }),
  );
  await checkKataFiles(scope, options.rulesPath, report);
  await checkEvalFiles(scope, options.rulesPath, report);
}

/** What a scope shows together with its ancestors. */
async function judgeMerged(merged: Merged | null, walk: Walk): Promise<void> {
  if (merged === null) return;
  const { options, memory, focus, conflicts, report } = walk;
  const { name } = merged.scope;
  if (focus?.isOwn(name) ?? true) {
    const inheritance = memory.inheritance[options.hasMasters ? 'withMasters' : 'alone'];
    const found = inheritance(merged, () => judgeInheritance(merged, options.hasMasters));
    reportInheritance(found, name, conflicts.ignored, report);
    await checkFindable(merged, options.searchLanguage ?? 'en', report);
  }
  if (focus?.mayMeetIn(name) ?? true) conflicts.visit(name, merged.resolved);
  if (focus?.usesTemplates(name) ?? true) await judgeTemplates(merged, walk);
}

async function judgeTemplates({ scope, resolved }: Merged, walk: Walk): Promise<void> {
  const { options, settings, memory, focus, templates, templatesOf, common } = walk;
  const ofContent = memory.usesOf(resolved, () => usesIn(resolved, templatesOf));
  const uses =
    focus === null
      ? [...ofContent, ...(settings?.templates ?? [])]
      : ofContent.filter(({ text }) => focus.files.has(text.file));
  if (uses.length === 0 || !knowsTags(scope)) return;
  const plugin = await options.pluginValues(resolved);
  const context = memory.contextOf(resolved, JSON.stringify([common, plugin]), () =>
    templateContext(options.variables, resolved, plugin),
  );
  for (const use of uses) templates.use(use, scope.name, context);
}

/** Merges scopes with their ancestors; null for one that has no lineage. */
function createMerger(
  { scopes, options: { maxDepth, memory } }: LintRun,
  lineages: Lineages,
): (name: string) => Merged | null {
  const mergedOf = (name: string): Merged | null => {
    const scope = scopes.get(name);
    const lineage = lineages.get(name);
    if (scope === undefined || lineage === undefined) return null;
    const merge = () => mergeScope(scope, lineage, scopes, maxDepth, mergedOf);
    const family = lineage.flatMap((one) => scopes.get(one) ?? []);
    return memory?.merged(family, merge) ?? merge();
  };
  return mergedOf;
}

/** The values that scopes have for each tag. */
function tagsOf(scopes: ReadonlyMap<string, LintScope>, lineages: Lineages): Map<string, Set<string>> {
  const tags = new Map<string, Set<string>>();
  for (const name of lineages.keys()) {
    for (const [tag, value] of Object.entries(scopes.get(name)?.layer.metadata.tags ?? {}))
      tags.set(tag, (tags.get(tag) ?? new Set()).add(String(value)));
  }
  return tags;
}

function scopeOf(scopes: ReadonlyMap<string, LintScope>, file: string): LintScope | undefined {
  return scopes.get(file.slice(0, file.indexOf('/')));
}

/** Without a scope's tags, nothing can be said of templates. */
function knowsTags({ unread, outline }: LintScope): boolean {
  return outline.hasTags && !unread.has('metadata');
}
