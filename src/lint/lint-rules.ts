import type { ResolvedScope } from '../guidance/guidance.ts';
import { templateContext } from '../guidance/template-context.ts';
import type { Problem, Severity } from '../model/problem.ts';
import { nextTurn } from '../runtime/turns.ts';
import type { Filter } from '../template/filters.ts';
import { conflictFinder, reportConflicts } from './check-conflicts.ts';
import { judgeInheritance, reportInheritance } from './check-inheritance.ts';
import { checkKataFiles } from './check-kata-files.ts';
import { checkLineage } from './check-lineage.ts';
import { checkScope } from './check-scope.ts';
import { createTemplateChecker } from './check-templates.ts';
import { createLintMemory, type LintMemory } from './lint-memory.ts';
import type { LintScope } from './lint-scope.ts';
import { type CheckedSettings, lintSettings } from './lint-settings.ts';
import { mergeScope } from './merge-scope.ts';
import { readTree } from './read-tree.ts';
import { createReport } from './report.ts';
import { templatesIn, usesIn } from './template-uses.ts';

/** How far a run is: scopes read or judged, of all of them. */
export type Progress = (stage: 'read' | 'judged', done: number, total: number) => void;

export interface LintOptions {
  readonly rulesPath: string;
  /** Report on this scope alone; the others are read for what it inherits and who inherits from it. */
  readonly scope: string | null;
  readonly maxDepth: number;
  readonly hasMasters: boolean;
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  /** What settings give to templates. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly filters: ReadonlyMap<string, Filter>;
  /** What plugins give to the templates of a scope. */
  readonly pluginValues: (scope: ResolvedScope) => Promise<Readonly<Record<string, unknown>>>;
  /** The settings file, judged with the rules; null leaves it out. */
  readonly settings: CheckedSettings | null;
  readonly onProgress?: Progress;
  /** Texts in the place of files, by `scope/file.yml`, as an editor has them. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** What earlier runs over the same folder have kept. */
  readonly memory?: LintMemory | undefined;
}

const severityOrder: readonly Severity[] = ['error', 'warning', 'info'];

/** Everything that is wrong or could be better in a rules folder, by file and place. Files are relative to the folder. */
export async function lintRules(options: LintOptions): Promise<Problem[]> {
  const { onProgress = () => {}, hasMasters, maxDepth, memory } = options;
  const kept = memory ?? createLintMemory();
  const { scopes, strays } = await readTree(options.rulesPath, {
    unsaved: options.unsaved,
    memory,
    onProgress: (done, total) => onProgress('read', done, total),
  });
  const settings = options.settings === null ? null : lintSettings(options.settings);
  const report = createReport((file) =>
    file === options.settings?.file ? settings?.source : scopeOf(scopes, file)?.outline.sources.get(file),
  );
  for (const { code, at, message, hint } of strays) report.add(code, at, message, hint);
  for (const scope of scopes.values()) {
    report.take(scope.problems);
    report.take(kept.ofScope(scope, () => judgeScope(scope)));
    await checkKataFiles(scope, options.rulesPath, report);
  }
  settings?.reportTo(report);
  const lineages = checkLineage(scopes, { maxDepth, hasMasters }, report);

  const templates = createTemplateChecker(options.filters, report, kept.templates);
  const own = new Map(
    [...scopes].map(([name, scope]) => [name, kept.templatesIn(scope, () => templatesIn(scope))]),
  );
  for (const text of [...own.values()].flatMap(({ all }) => all)) templates.read(text);
  const common = JSON.stringify([options.variables, [...options.filters.keys()]]);
  const tags = new Set<string>();
  const conflicts = conflictFinder(scopes, lineages, memory?.conflicts);
  let judged = 0;
  for (const [name, lineage] of lineages) {
    const scope = scopes.get(name);
    if (scope === undefined) continue;
    const merge = () => mergeScope(scope, lineage, scopes, maxDepth);
    const merged = memory?.merged(familyOf(lineage, scopes), merge) ?? merge();
    const inheritance = kept.inheritance[hasMasters ? 'withMasters' : 'alone'];
    const found = inheritance(merged, () => judgeInheritance(merged, hasMasters));
    reportInheritance(found, name, conflicts.ignored, report);
    conflicts.visit(name, merged.resolved);
    for (const tag of Object.keys(scope.layer.metadata.tags)) tags.add(tag);
    const ofContent = kept.usesOf(merged.resolved, () => usesIn(merged.resolved, (one) => own.get(one)));
    const uses = [...ofContent, ...(settings?.templates ?? [])];
    if (uses.length > 0 && !hasBrokenMetadata(scope)) {
      const plugin = await options.pluginValues(merged.resolved);
      const context = kept.contextOf(merged.resolved, JSON.stringify([common, plugin]), () =>
        templateContext(options.variables, merged.resolved, plugin),
      );
      for (const use of uses) templates.use(use, name, context);
    }
    onProgress('judged', ++judged, lineages.size);
    // Progress is shown, and a signal is heard, only between the turns of the event loop.
    if (judged % 100 === 0) await nextTurn();
  }
  templates.finish(tags);
  reportConflicts(conflicts, scopes, hasMasters, report);

  return report
    .finish(options.severities)
    .filter(({ file }) => options.scope === null || file.startsWith(`${options.scope}/`))
    .sort(byPlace);
}

function judgeScope(scope: LintScope): readonly Problem[] {
  const report = createReport(() => undefined);
  checkScope(scope, report);
  return report.finish({});
}

function familyOf(lineage: readonly string[], scopes: ReadonlyMap<string, LintScope>): readonly LintScope[] {
  return lineage.flatMap((name) => scopes.get(name) ?? []);
}

function scopeOf(scopes: ReadonlyMap<string, LintScope>, file: string): LintScope | undefined {
  return scopes.get(file.slice(0, file.indexOf('/')));
}

/** Its tags are not known, so that nothing can be said of templates. */
function hasBrokenMetadata({ name, problems }: LintScope): boolean {
  return problems.some(({ file, severity }) => severity === 'error' && file === `${name}/metadata.yml`);
}

function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (
    a.line - b.line ||
    a.column - b.column ||
    severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity)
  );
}
