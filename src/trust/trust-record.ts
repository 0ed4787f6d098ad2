import { join } from 'node:path';
import { readSmallFile } from './bind/read-small-file.ts';

/** Stands for the hash of what is there and is not a file that can be read. */
export const unreadable = 'unreadable';

/** What a user has looked at and allowed. */
export interface TrustRecord {
  /** SHA-256 of the value of each key of the settings file that was asked for, in hex. */
  readonly values: Readonly<Record<string, string>>;
  /** SHA-256 of each file that these name, with those that plugins are made of, by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  /** Paths at which there was nothing: a file there would be loaded in place of one of the others. */
  readonly absent: readonly string[];
  /** Where links on the way to those files lead, by their path. */
  readonly links: Readonly<Record<string, string>>;
  /** What the package.json files on the way say of where imports lead, by their path. */
  readonly packages: Readonly<Record<string, string>>;
  /** SHA-256 of what the checks of the rules run, with the files that commands name; none where they run nothing. */
  readonly checks?: string | undefined;
  /** The name of the file that keeps the texts of these values and files; none where they are large. */
  readonly texts?: string | undefined;
}

/** The path of what was trusted, below a home folder, the same on every platform. */
export function trustPath(home: string): string {
  return join(home, '.config', 'precept', 'trust.json');
}

/** All records, by the real path of their settings file. A store that is not there or damaged has none. */
export function readTrusted(home: string): Readonly<Record<string, TrustRecord>> {
  try {
    const { version, trusted } = JSON.parse(readSmallFile(trustPath(home))?.toString('utf8') ?? '');
    return version === 1 && isMapping(trusted) ? (trusted as Record<string, TrustRecord>) : {};
  } catch {
    return {};
  }
}

/**
 * The record of a settings file, by its real path; null where there is none, or one that is damaged, and `outdated` for one of an older
 * version, which was bound to the text of the file.
 */
export function readTrust(home: string, file: string): TrustRecord | 'outdated' | null {
  const all = readTrusted(home);
  const record: unknown = Object.hasOwn(all, file) ? all[file] : undefined;
  if (isRecord(record)) return record;
  return isMapping(record) && typeof record.settings === 'string' ? 'outdated' : null;
}

/** By hand: a start that waits for this has not loaded what other shapes are checked with. */
function isRecord(value: unknown): value is TrustRecord {
  if (!isMapping(value)) return false;
  const { values, files, absent, links, packages, texts, checks } = value;
  const areTexts = (list: readonly unknown[]) => list.every((one) => typeof one === 'string');
  return (
    [values, files, links, packages].every((map) => isMapping(map) && areTexts(Object.values(map))) &&
    Array.isArray(absent) &&
    areTexts(absent) &&
    [texts, checks].every((one) => one === undefined || typeof one === 'string')
  );
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
