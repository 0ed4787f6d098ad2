import { constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { hashOf, readTrust } from './trust-record.ts';

const { O_NONBLOCK = 0, O_RDONLY } = constants;
/** `flag` takes numbers too, which its type leaves out. */
const readNow: number = O_RDONLY | O_NONBLOCK;

/**
 * What has changed in a settings file, and in the files of its plugins, since its user allowed it: null for nothing, undefined where
 * that was never. `text` is what the settings were read from. Every start of a checkout with plugins waits for this, so it reads its few
 * small files at once, without a turn for each.
 */
export function judge(home: string, path: string, text: string): readonly string[] | null | undefined {
  const file = realpathSync(path);
  const record = readTrust(home, file);
  if (record === null) return undefined;
  const changed = hashOf(text) === record.settings ? [] : [file];
  for (const [name, hash] of Object.entries(record.files)) if (hashOfFile(name) !== hash) changed.push(name);
  for (const name of record.absent) if (existsSync(name)) changed.push(name);
  return changed.length === 0 ? null : changed;
}

function hashOfFile(path: string): string | null {
  try {
    // Not waiting for the other end of a pipe that has taken the file's place.
    return hashOf(readFileSync(path, { flag: readNow as unknown as string }));
  } catch {
    return null;
  }
}
