import { existsSync } from 'node:fs';
import { realPathNow } from '../runtime/files.ts';
import { sha256 } from '../runtime/sha256.ts';
import { factsOf } from './package-facts.ts';
import { readSmallFile } from './read-small-file.ts';
import { readTrust, unreadable } from './trust-record.ts';
import { readTexts } from './trusted-texts.ts';

/**
 * What has changed in a settings file, and in the files of its plugins, since its user allowed it: null for nothing, undefined where
 * that was never. `text` is what the settings were read from. Every start of a checkout with plugins waits for this, so it reads its few
 * small files at once, without a turn for each, and makes a hash only of those whose text is not kept or not the same.
 */
export function judge(home: string, path: string, text: string): readonly string[] | null | undefined {
  const file = realPathNow(path);
  const record = readTrust(home, file);
  if (record === null) return undefined;
  const texts = readTexts(home, record);
  const isKept = (name: string, bytes: Buffer | null) =>
    bytes?.equals(Buffer.from(texts.get(name) ?? '')) && texts.has(name);
  const changed = texts.get(file) === text || sha256(text) === record.settings ? [] : [file];
  for (const [name, hash] of Object.entries(record.files)) {
    const bytes = readSmallFile(name);
    if (!isKept(name, bytes) && hashOf(bytes) !== hash) changed.push(name);
  }
  for (const [name, facts] of Object.entries(record.packages)) {
    const bytes = readSmallFile(name);
    if (!isKept(name, bytes) && factsOf(bytes) !== facts) changed.push(name);
  }
  for (const [name, target] of Object.entries(record.links))
    if (targetOf(name) !== target) changed.push(name);
  for (const name of record.absent) if (existsSync(name)) changed.push(name);
  return changed.length === 0 ? null : changed;
}

function hashOf(bytes: Buffer | null): string {
  return bytes === null ? unreadable : sha256(bytes);
}

function targetOf(path: string): string | null {
  try {
    return realPathNow(path);
  } catch {
    return null;
  }
}
