import { type GatherRequest, gatherSources } from './gather.ts';
import { ImportError } from './import-error.ts';
import { mergeInto, newScope } from './merge-scope.ts';
import { type Folded, foldSources } from './plan.ts';
import type { FileContent } from './scope-files.ts';
import { readExisting, writeScope } from './write-scope.ts';

export interface ImportRequest extends GatherRequest {
  readonly scope: string;
  readonly rulesPath: string;
  /** Whether to write, and whether a scope that is there may be added to. */
  readonly isWriting: boolean;
  readonly isMerging: boolean;
}

export interface ImportResult extends Omit<Folded, 'plan'> {
  readonly scope: string;
  /** New or changed files, by their paths below the rules folder. */
  readonly files: ReadonlyMap<string, FileContent>;
  readonly written: boolean;
  /** Whether the scope is there already. */
  readonly isThere: boolean;
  /** What the scope has in another form. */
  readonly kept: readonly string[];
}

/** Reads the sources, plans what the scope is to hold, and writes it where that is asked for. Faults: ImportError. */
export async function runImport(request: ImportRequest): Promise<ImportResult> {
  const { scope, rulesPath, isWriting, isMerging } = request;
  const read = await gatherSources(request);
  if (read.length === 0)
    throw new ImportError(
      'there is nothing to import here: no AGENTS.md, CLAUDE.md, .cursor/rules or other file that clients read; name the files to import',
    );
  const { plan, ...folded } = foldSources(read);
  const existing = await readExisting(rulesPath, scope, plan);
  const { files, kept } = existing === null ? newScope(scope, plan) : mergeInto(scope, plan, existing);
  const isThere = existing !== null;
  const isRefused = isThere && !isMerging;
  const mayWrite = isWriting && files.size > 0 && folded.unaccounted === 0 && !isRefused;
  if (mayWrite) await writeScope(rulesPath, scope, files, existing);
  return { scope, ...folded, files, written: mayWrite, isThere, kept };
}
