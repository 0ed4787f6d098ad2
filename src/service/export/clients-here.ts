import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a project has where people use a client, as far as warnings about one client depend on that. */
const signs = {
  codex: ['.codex', 'AGENTS.override.md'],
  zed: ['.zed', '.rules'],
  others: [
    '.claude',
    'CLAUDE.md',
    '.cursor',
    '.cursorrules',
    '.gemini',
    'GEMINI.md',
    '.windsurf',
    '.clinerules',
    '.junie',
  ],
} as const;

/** Whether a client is used in a project: where nothing shows any client, nobody knows, and Codex may be. */
export async function usesClient(root: string, client: 'codex' | 'zed'): Promise<boolean> {
  if (await hasAny(root, signs[client])) return true;
  if (client === 'zed') return false;
  return !(await hasAny(root, signs.others));
}

async function hasAny(root: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    names.map((name) =>
      stat(join(root, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
