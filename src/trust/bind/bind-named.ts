import { realpath } from 'node:fs/promises';
import { sha256 } from '../../runtime/sha256.ts';
import { unreadable } from '../trust-record.ts';
import { readSmallFile } from './read-small-file.ts';

/** Files that settings name by themselves, as they are. */
export interface NamedFiles {
  /** SHA-256 by real path. */
  readonly files: Readonly<Record<string, string>>;
  /** Paths at which there is nothing. */
  readonly absent: readonly string[];
  /** Where links on the way lead, by path. */
  readonly links: Readonly<Record<string, string>>;
}

/** What consent to these paths is bound to. */
export async function bindNamed(paths: readonly string[]): Promise<NamedFiles> {
  const files: Record<string, string> = {};
  const links: Record<string, string> = {};
  const absent: string[] = [];
  for (const path of paths) {
    const real = await realpath(path).catch(() => null);
    if (real === null) {
      absent.push(path);
      continue;
    }
    if (real !== path) links[path] = real;
    const bytes = readSmallFile(real);
    files[real] = bytes === null ? unreadable : sha256(bytes);
  }
  return { files, absent, links };
}
