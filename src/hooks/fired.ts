import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../runtime/files/files.ts';
import { checksum } from './compiled/checksum.ts';

/** When a hook ran last, and by which version of this program. */
export interface FiredHook {
  readonly client: string;
  readonly event: string;
  readonly version: string;
  /** Milliseconds since 1970, to about a minute. */
  readonly at: number;
}

/** The name of the mark that a client's event has run in a project, below `hooks` of the setting cache_dir. */
export function firedName(project: string, client: string, event: string): string {
  return `${placeOf(project)}-${client}-${event}.fired`;
}

function placeOf(project: string): string {
  return checksum(project);
}

/** The hooks that have run in a project. */
export function firedHooks(cacheDir: string, project: string): readonly FiredHook[] {
  const folder = join(cacheDir, 'hooks');
  const start = `${placeOf(project)}-`;
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, client, event] = /^[0-9a-f]+-([a-z]+)-(\w+)\.fired$/.exec(name) ?? [];
    if (!name.startsWith(start) || client === undefined || event === undefined) return [];
    const path = join(folder, name);
    const version = readSmallFile(path, 100)?.toString('utf8') ?? '';
    const status = statSync(path, { throwIfNoEntry: false });
    return status === undefined ? [] : [{ client, event, version, at: status.mtimeMs }];
  });
}
