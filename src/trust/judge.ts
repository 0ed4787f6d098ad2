import { existsSync } from 'node:fs';
import type { Consent } from '../config/load/consent.ts';
import { realPathNow } from '../runtime/files/files.ts';
import { sha256 } from '../runtime/sha256.ts';
import { factsOf } from './bind/package-facts.ts';
import { readSmallFile } from './bind/read-small-file.ts';
import { readTrust, type TrustRecord, unreadable } from './trust-record.ts';
import { readTexts, textOfValues } from './trusted-texts.ts';

/**
 * Whether a user still allows what a settings file asks for: `values` as `boundValues` gives them, and the files that these name. Every
 * start of a checkout with plugins waits for this, so it reads its few small files at once, without a turn for each, and makes a hash only
 * of those whose text is not kept or not the same.
 */
export function judge(home: string, path: string, values: Readonly<Record<string, string>>): Consent {
  const file = realPathNow(path);
  const record = readTrust(home, file);
  if (record === null) return { state: 'never' };
  if (record === 'outdated') return { state: record };
  const texts = readTexts(home, record);
  const isKept = (name: string, bytes: Buffer | null) =>
    bytes?.equals(Buffer.from(texts.get(name) ?? '')) && texts.has(name);
  const keys = texts.get(file) === textOfValues(values) ? [] : changedKeys(values, record);
  const changed = keys.length === 0 ? [] : [file];
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
  return changed.length === 0 ? { state: 'given' } : { state: 'changed', files: changed, keys };
}

/** The paths that decide, beside the values, whether what a user allowed of a settings file still holds; none where nothing was allowed. */
export function pathsOfConsent(home: string, path: string): readonly string[] {
  const record = readTrust(home, realPathNow(path));
  if (record === null || record === 'outdated') return [];
  const { files, packages, links, absent } = record;
  return [...Object.keys({ ...files, ...packages, ...links }), ...absent];
}

function changedKeys(values: Readonly<Record<string, string>>, record: TrustRecord): string[] {
  const names = new Set([...Object.keys(values), ...Object.keys(record.values)]);
  return [...names].filter((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const hash = Object.hasOwn(record.values, name) ? record.values[name] : undefined;
    return value === undefined || sha256(value) !== hash;
  });
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
