import { dirname, join } from 'node:path';
import { readSmallFile } from './bind/read-small-file.ts';
import { isMapping, type TrustRecord, trustPath } from './trust-record.ts';

/**
 * The texts that the hashes of a record are of, beside the records. To compare texts takes far less than Node's cryptography takes to be
 * loaded, which a start needs for nothing else.
 */
type Texts = ReadonlyMap<string, string>;

/** What stands in place of a settings file's text: the values that are bound, in the order of their names. */
export function textOfValues(values: Readonly<Record<string, string>>): string {
  return JSON.stringify(values);
}

/** By path; none where they are not kept, or cannot be read: then the hashes decide. */
export function readTexts(home: string, { texts: name }: TrustRecord): Texts {
  const path = textsPath(home, name);
  if (path === null) return new Map();
  try {
    const texts: unknown = JSON.parse(readSmallFile(path)?.toString('utf8') ?? '');
    if (!isMapping(texts)) return new Map();
    return new Map(
      Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return new Map();
  }
}

/** The path of the file of texts that a record names; null where it names none. */
export function textsPath(home: string, name: string | undefined): string | null {
  return name !== undefined && /^[0-9a-f]{40}\.json$/.test(name)
    ? join(dirname(trustPath(home)), 'trusted', name)
    : null;
}
