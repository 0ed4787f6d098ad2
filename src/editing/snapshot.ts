import type { LintScope } from '../lint/lint-scope.ts';
import { type Merged, mergeScope } from '../lint/read/merge-scope.ts';
import { Fault } from '../model/fault.ts';
import { lineageOf } from '../resolve/lineage.ts';
import { readOptionalFile } from '../runtime/files/files.ts';
import type { Buffers, Project } from './project.ts';

/** A project at one moment, with what its buffers hold: one scope with all that it inherits, or every scope. */
export interface Snapshot {
  readonly project: Project;
  readonly scopes: ReadonlyMap<string, LintScope>;
  /** The same with every scope of the project. */
  whole(): Promise<Snapshot>;
  /** The scope and its ancestors, nearest first; nothing for a scope that is on a cycle. */
  lineageOf(scope: string): readonly string[];
  /** Whether one of two scopes inherits from the other, or both are the same. */
  isTied(a: string, b: string): boolean;
  /** The scope with what it inherits; null where there is none. */
  merged(scope: string): Merged | null;
  /** The text of a file, without its byte order mark; null where there is none. */
  textOf(name: string): Promise<string | null>;
}

/** A place in a file of a project. */
export interface FilePlace {
  readonly snapshot: Snapshot;
  /** `scope/file.yml`. */
  readonly name: string;
  readonly scope: string;
  /** `file.yml`. */
  readonly file: string;
  readonly text: string;
  /** In the text, in UTF-16 units from 0. */
  readonly offset: number;
}

/** What the files of a project say with these buffers in their place; of one scope with its ancestors, or of all without `scope`. */
export async function takeSnapshot(project: Project, buffers: Buffers, scope?: string): Promise<Snapshot> {
  const scopes = await project.scopes(buffers, scope);
  const maxDepth = project.config.settings.max_inheritance_depth;
  const lineages = new Map<string, readonly string[]>();
  const lineage = (name: string): readonly string[] => {
    const known = lineages.get(name);
    if (known !== undefined) return known;
    const found = scopes.has(name) ? readLineage(name, scopes, maxDepth) : [name];
    lineages.set(name, found);
    return found;
  };
  const snapshot: Snapshot = {
    project,
    scopes,
    whole: async () => (scope === undefined ? snapshot : takeSnapshot(project, buffers)),
    lineageOf: lineage,
    isTied: (a, b) => lineage(a).includes(b) || lineage(b).includes(a),
    merged(name) {
      const found = scopes.get(name);
      if (found === undefined) return null;
      const family = lineage(name).flatMap((one) => scopes.get(one) ?? []);
      return project.merged(family, () => mergeScope(found, lineage(name), scopes, maxDepth));
    },
    async textOf(name) {
      const path = project.pathOf(name);
      const text = buffers.get(path) ?? (await readOptionalFile(path).catch(() => null))?.toString('utf8');
      return text?.replace(/^\uFEFF/, '') ?? null;
    },
  };
  return snapshot;
}

function readLineage(
  name: string,
  scopes: ReadonlyMap<string, LintScope>,
  maxDepth: number,
): readonly string[] {
  try {
    return lineageOf(name, (scope) => scopes.get(scope)?.layer.metadata.parents, maxDepth);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [name];
  }
}
