import type { Merged } from '../lint/check-inheritance.ts';
import type { LintScope } from '../lint/lint-scope.ts';
import { mergeScope } from '../lint/merge-scope.ts';
import type { Tree } from '../lint/read-tree.ts';
import { Fault } from '../model/fault.ts';
import { lineageOf } from '../resolve/lineage.ts';
import { readOptionalFile } from '../runtime/files.ts';
import type { Buffers, Project } from './project.ts';

/** A project at one moment, with what its buffers hold. */
export interface Snapshot {
  readonly project: Project;
  readonly tree: Tree;
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

/** What a project's files say with these buffers in their place. */
export async function takeSnapshot(project: Project, buffers: Buffers): Promise<Snapshot> {
  const tree = await project.tree(buffers);
  const { scopes } = tree;
  const maxDepth = project.config.settings.max_inheritance_depth;
  const lineages = new Map<string, readonly string[]>();
  const lineage = (scope: string): readonly string[] => {
    const known = lineages.get(scope);
    if (known !== undefined) return known;
    const found = scopes.has(scope) ? readLineage(scope, scopes, maxDepth) : [scope];
    lineages.set(scope, found);
    return found;
  };
  return {
    project,
    tree,
    lineageOf: lineage,
    isTied: (a, b) => lineage(a).includes(b) || lineage(b).includes(a),
    merged(name) {
      const scope = scopes.get(name);
      return scope === undefined ? null : mergeScope(scope, lineage(name), scopes, maxDepth);
    },
    async textOf(name) {
      const path = project.pathOf(name);
      const text = buffers.get(path) ?? (await readOptionalFile(path).catch(() => null))?.toString('utf8');
      return text?.replace(/^\uFEFF/, '') ?? null;
    },
  };
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
