import { type Completion, complete } from './completion/completion.ts';
import { hover } from './hover.ts';
import { type InlayHint, inlayHints } from './inlay-hints.ts';
import type { Hover } from './key-about.ts';
import type { Buffers, Project } from './project.ts';
import { type FileRange, findDefinitions, findReferences } from './references.ts';
import { findRenamable, type Renamable, type RenameEdit, RenameRefused, rename } from './rename.ts';
import { takeSnapshot } from './snapshot.ts';
import { type OutlineSymbol, outlineSymbols } from './symbols.ts';

/** What an editor asks about one file of a project, as everything is at this moment. Offsets are in its text, in UTF-16 units from 0. */
export interface OpenFile {
  completions(offset: number): Promise<Completion>;
  hover(offset: number): Promise<Hover | null>;
  definitions(offset: number): Promise<readonly FileRange[]>;
  references(offset: number, options: { readonly withDefinitions: boolean }): Promise<readonly FileRange[]>;
  /** What could be renamed there; null for nothing. */
  renamable(offset: number): Promise<Renamable | null>;
  /** The edits that give the name another, or why it is refused. */
  rename(offset: number, wanted: string): Promise<readonly RenameEdit[] | { readonly refused: string }>;
  /** The outline of the file; nothing while its YAML is broken. */
  symbols(): readonly OutlineSymbol[];
  hints(): readonly InlayHint[];
}

/** A file by its name in the project, with the text that the editor has. `scope` is empty for the settings. */
export interface FileText {
  readonly name: string;
  readonly scope: string;
  /** Without its byte order mark. */
  readonly text: string;
}

/** Opens a file of a project, with buffers in the place of files. */
export async function openFile(
  project: Project,
  buffers: Buffers,
  { name, scope, text }: FileText,
): Promise<OpenFile> {
  const snapshot = await takeSnapshot(project, buffers, scope);
  const at = (offset: number) => ({
    snapshot,
    name,
    scope,
    file: name.slice(scope.length + 1),
    text,
    offset,
  });
  return {
    completions: (offset) => complete(at(offset)),
    hover: (offset) => hover(at(offset)),
    definitions: (offset) => findDefinitions(at(offset)),
    references: (offset, options) => findReferences(at(offset), options),
    renamable: (offset) => findRenamable(at(offset)),
    async rename(offset, wanted) {
      try {
        return await rename(at(offset), wanted);
      } catch (error) {
        if (!(error instanceof RenameRefused)) throw error;
        return { refused: error.message };
      }
    },
    symbols: () => outlineSymbols(name, text),
    hints: () => inlayHints(snapshot, name, scope),
  };
}
