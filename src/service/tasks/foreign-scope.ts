import { listDirectories } from '../../runtime/files/files.ts';
import type { Service } from '../service.ts';

/** A scope that masters or sources have and the rules folder lacks, as an example of a parent; null where none is known. */
export async function foreignScope(service: Service): Promise<string | null> {
  const { rulesPath } = service.config;
  const own = rulesPath === null ? [] : await listDirectories(rulesPath).catch((): string[] => []);
  const { names } = await service.scopes().catch(() => ({ names: [] }));
  return names.find((name) => !own.includes(name)) ?? null;
}
