import { join } from 'node:path';
import type { Client } from '../clients/client.ts';
import { sharedFile } from '../clients/shared.ts';
import { blockOf, findBlocks, withBlock } from '../model/text/marked-block.ts';
import { readOptionalFile } from '../runtime/files/files.ts';
import { editFile, type FileOutcome } from './edit-file.ts';

const instruction =
  'The rules, procedures and product vision of this project are served by the MCP server `precept`. Before you plan, write or review code, ask its tool `find_guidance` for what fits the task, then `get_rules` for those categories (or `get_rules` alone, with the task and the files), and follow what it says; `get_kata` has the steps of a procedure.';

/** What became of a file of instructions. */
export interface PointerOutcome extends FileOutcome {
  /** Whether it says something of its own, outside of our blocks. */
  readonly hasOwnText: boolean;
}

/**
 * Writes the pointer that makes agents ask into a file of instructions, as a marked block. What else the file says stays byte for byte, and
 * a second time nothing changes. Faults: SetupError for a file that cannot be changed, which is left alone.
 */
export async function writePointer(project: string, file: string): Promise<PointerOutcome> {
  let hasOwnText = false;
  const outcome = await editFile(project, file, (text) => {
    const before = text ?? '';
    const changed = withBlock(before, null, blockOf(null, instruction));
    hasOwnText = outsideBlocks(before).trim() !== '';
    return changed;
  });
  return { ...outcome, hasOwnText };
}

/** The file that a pointer goes into for a client: the usual one, unless its own takes that one in by its name. */
export async function pointerFile(project: string, usual: string): Promise<string> {
  if (usual === sharedFile) return usual;
  return importsAgents((await textOf(project, usual)) ?? '') ? sharedFile : usual;
}

/** The file of a client that lacks the line without which the client does not read AGENTS.md; null where none does. */
export async function missingImport(
  project: string,
  { keepFromShared = [] }: Client,
): Promise<string | null> {
  for (const file of keepFromShared) {
    const text = await textOf(project, file);
    if (text !== null) return importsAgents(text) ? null : file;
  }
  return null;
}

/** The file that a client reads in the place of AGENTS.md; null where that is the one. */
export async function readBeforeShared(
  project: string,
  { readsFirstOf = [] }: Client,
): Promise<string | null> {
  for (const file of readsFirstOf) {
    if (file === sharedFile) return null;
    if ((await textOf(project, file)) !== null) return file;
  }
  return null;
}

function outsideBlocks(text: string): string {
  let rest = text;
  for (const { start, end } of [...findBlocks(text)].reverse()) rest = rest.slice(0, start) + rest.slice(end);
  return rest.replace(/^\uFEFF/, '');
}

function importsAgents(text: string): boolean {
  return /(?:^|\s)@(?:\.{1,2}\/)?AGENTS\.md\b/m.test(text);
}

/** The text of a file of instructions; null where there is none that can be read. */
export async function textOf(project: string, file: string): Promise<string | null> {
  const bytes = await readOptionalFile(join(project, ...file.split('/'))).catch(() => null);
  return bytes === null ? null : bytes.toString('utf8');
}
