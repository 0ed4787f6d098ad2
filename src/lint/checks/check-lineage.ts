import { Fault } from '../../model/fault.ts';
import { scopeNamePattern } from '../../model/names/scope-name.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { lineageOf } from '../../resolve/lineage.ts';
import type { LintOptions } from '../lint-options.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Report } from '../report.ts';

/** The lineage of each scope that has one, nearest first; scopes on a cycle, and too deep ones, are left out. */
export type Lineages = ReadonlyMap<string, readonly string[]>;

/** Reports unknown parents, cycles (in each scope on one) and too many generations. */
export function checkLineage(
  scopes: ReadonlyMap<string, LintScope>,
  options: Pick<LintOptions, 'maxDepth' | 'hasMasters' | 'hasUntrusted'>,
  report: Report,
): Lineages {
  const lineages = new Map<string, readonly string[]>();
  const parentsOf = (name: string) => scopes.get(name)?.layer.metadata.parents;
  for (const { name, outline } of scopes.values()) {
    for (const parent of outline.parents) {
      // One that can name no scope is told of as such.
      if (scopes.has(parent.text) || !scopeNamePattern.test(parent.text)) continue;
      const meant = didYouMean(parent.text, scopes.keys());
      const advice = adviceFor(options);
      const hint = meant === null ? advice : `Did you mean "${meant}"?`;
      report.add('unknown-parent', parent, `there is no scope "${parent.text}"`, hint, {
        ...(options.hasMasters && { severity: 'info' }),
      });
    }
    try {
      lineages.set(name, lineageOf(name, parentsOf, options.maxDepth));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const first = outline.parents[0] ?? { file: `${name}/metadata.yml`, line: 1, column: 1 };
      if (error.code === 'inheritance-too-deep') {
        const message = `more than ${options.maxDepth} generations of parents`;
        report.add(error.code, first, message, 'Flatten them, or raise max_inheritance_depth');
      }
      const path = error.code === 'inheritance-cycle' ? cycleThrough(name, parentsOf) : null;
      if (path === null) continue;
      const at = outline.parents.find(({ text }) => text === path[1]) ?? first;
      const message = `the scope inherits from itself: ${path.join(' -> ')}`;
      report.add('inheritance-cycle', at, message, 'Remove one of these parents');
    }
  }
  return lineages;
}

/** What to do about a parent that resembles no scope of the folder. */
function adviceFor({ hasMasters, hasUntrusted }: Pick<LintOptions, 'hasMasters' | 'hasUntrusted'>): string {
  if (hasMasters) return 'A master or a source may have it; if none does, Precept skips it';
  return hasUntrusted === true
    ? 'A master or a source that the settings name may have it: run "precept trust", in CI set PRECEPT_TRUST=1'
    : 'Name a scope of this folder, or name in the settings what has it: a git repository in sources, or a master in master_server_url';
}

/** The shortest way from a scope back to itself; null where there is none. */
function cycleThrough(
  name: string,
  parentsOf: (name: string) => readonly string[] | undefined,
): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [name];
  for (const scope of queue) {
    for (const parent of parentsOf(scope) ?? []) {
      if (parent === name) {
        const path = [name];
        for (let at = scope; at !== name; at = cameFrom.get(at) ?? name) path.unshift(at);
        return [name, ...path];
      }
      if (cameFrom.has(parent)) continue;
      cameFrom.set(parent, scope);
      queue.push(parent);
    }
  }
  return null;
}
