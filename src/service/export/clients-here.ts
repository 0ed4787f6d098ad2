import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';

/** Whether a project shows that people use a client there. */
export async function usesClient(root: string, { signs = [] }: Client): Promise<boolean> {
  for (const name of signs) {
    const isThere = await access(join(root, name)).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}

/** Whether people may use a client in a project: it shows that client, or none at all. */
export async function mayUseClient(root: string, client: Client): Promise<boolean> {
  if (await usesClient(root, client)) return true;
  for (const other of Object.values<Client>(clients)) if (await usesClient(root, other)) return false;
  return true;
}
