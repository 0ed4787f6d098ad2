import { sha256 } from '../../runtime/sha256.ts';
import { readSmallFile } from './read-small-file.ts';

/** What of a package.json decides where imports lead; the rest, versions and dependencies for instance, may change. */
const keys = ['name', 'type', 'main', 'exports', 'imports'];

/** These values of a package.json in one text, `absent` without one; any text for one that cannot be read. */
export function packageFacts(path: string): string {
  return factsOf(readSmallFile(path));
}

/** The same of a package.json's bytes; null where there is none. */
export function factsOf(bytes: Buffer | null): string {
  if (bytes === null) return 'absent';
  const data = parse(bytes);
  return sha256(data === null ? bytes : JSON.stringify(keys.map((key) => data[key] ?? null)));
}

/** The file that a package.json has `require` take for its folder; null where it says nothing of that. */
export function mainOf(path: string): string | null {
  const bytes = readSmallFile(path);
  const main = bytes === null ? null : parse(bytes)?.main;
  return typeof main === 'string' && main !== '' ? main : null;
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const data: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof data === 'object' ? (data as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
