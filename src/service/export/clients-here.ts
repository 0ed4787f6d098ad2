import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';

/** Whether a client is used in a project: where nothing shows any client, nobody knows, and Codex may be. */
export async function usesClient(root: string, id: 'codex' | 'zed'): Promise<boolean> {
  const { codex, zed, ...rest } = clients;
  if (await hasAny(root, clients[id].signs)) return true;
  if (id === 'zed') return false;
  const others: readonly Client[] = Object.values(rest);
  return !(await hasAny(
    root,
    others.flatMap(({ signs = [] }) => signs),
  ));
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
