import { existsSync, realpathSync } from 'node:fs';
import { sha256 } from '../runtime/sha256.ts';
import { packageFacts } from './package-facts.ts';
import { readSmallFile } from './read-small-file.ts';
import { readTrust, unreadable } from './trust-record.ts';

/**
 * What has changed in a settings file, and in the files of its plugins, since its user allowed it: null for nothing, undefined where
 * that was never. `text` is what the settings were read from. Every start of a checkout with plugins waits for this, so it reads its few
 * small files at once, without a turn for each.
 */
export function judge(home: string, path: string, text: string): readonly string[] | null | undefined {
  const file = realpathSync(path);
  const record = readTrust(home, file);
  if (record === null) return undefined;
  const changed = sha256(text) === record.settings ? [] : [file];
  for (const [name, hash] of Object.entries(record.files)) if (hashOfFile(name) !== hash) changed.push(name);
  for (const [name, facts] of Object.entries(record.packages))
    if (packageFacts(name) !== facts) changed.push(name);
  for (const [name, target] of Object.entries(record.links))
    if (targetOf(name) !== target) changed.push(name);
  for (const name of record.absent) if (existsSync(name)) changed.push(name);
  return changed.length === 0 ? null : changed;
}

function hashOfFile(path: string): string {
  const bytes = readSmallFile(path);
  return bytes === null ? unreadable : sha256(bytes);
}

function targetOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
