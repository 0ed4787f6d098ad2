import { join } from 'node:path';
import { blockOf, withBlock } from '../model/text/marked-block.ts';
import { readOptionalFile } from '../runtime/files/files.ts';
import { NotOwnFile, placeOf } from '../runtime/files/own-place.ts';
import { createFile, replaceFile } from '../runtime/files/write-file.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { claudeSettingsFile, withHooks } from './claude-hooks.ts';
import { SetupError } from './setup-error.ts';

/** The file that most clients read instructions from. */
const instructionFile = 'AGENTS.md';

const instruction =
  'The rules, procedures and product vision of this project are served by the MCP server `precept`. Before you plan, write or review code, ask its tool `find_guidance` for what fits the task (or `get_category_index` once), then `get_rules` for those categories, and follow what it says; `get_kata` has the steps of a procedure.';

export interface InstructOutcome {
  readonly path: string;
  readonly done: 'created' | 'changed' | 'kept';
}

/**
 * Writes what makes agents ask: the block of instructions in AGENTS.md, and the hooks of Claude Code. What else the files say stays byte
 * for byte, and a second time nothing changes. Faults: SetupError for a file that cannot be changed, which is left alone.
 */
export async function instruct(project: string): Promise<readonly InstructOutcome[]> {
  const addBlock = (text: string | null) => withBlock(text ?? '', null, blockOf(null, instruction));
  return [
    await edit(project, claudeSettingsFile, (text) => withHooks(text)),
    await edit(project, instructionFile, addBlock),
  ];
}

/** The line that a CLAUDE.md lacks, without which Claude Code does not read AGENTS.md; null where it lacks none. */
export async function missingImport(project: string): Promise<string | null> {
  for (const file of ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md']) {
    const bytes = await readOptionalFile(join(project, ...file.split('/'))).catch(() => null);
    if (bytes === null) continue;
    return importsAgents(bytes.toString('utf8')) ? null : file;
  }
  return null;
}

function importsAgents(text: string): boolean {
  return /(?:^|\s)@(?:\.{1,2}\/)?AGENTS\.md\b/m.test(text);
}

async function edit(
  project: string,
  name: string,
  change: (text: string | null) => string | null,
): Promise<InstructOutcome> {
  const path = join(project, ...name.split('/'));
  try {
    const area = { within: project, links: 'inside' } as const;
    const bytes = await readOptionalFile(await placeOf(path, area));
    const text =
      bytes === null ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const changed = change(text);
    if (changed === null || changed === text) return { path: name, done: 'kept' };
    if (text !== null) await replaceFile(path, changed, area);
    else if (!(await createFile(path, changed, area)))
      throw new Error('it has just been written by somebody else');
    return { path: name, done: text === null ? 'created' : 'changed' };
  } catch (error) {
    const why = error instanceof NotOwnFile ? `it ${error.why}` : reasonOf(error);
    throw new SetupError(
      `${name} cannot be added to and is left as it is: ${why}; fix it, or move it away, and run the command again`,
      { cause: error },
    );
  }
}
