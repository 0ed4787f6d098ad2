import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ClientServers } from '../clients/client.ts';
import { readOptionalFile } from '../runtime/files/files.ts';
import { type Area, NotOwnFile, placeOf } from '../runtime/files/own-place.ts';
import { createFile, replaceFile } from '../runtime/files/write-file.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { addServer, configText, parseConfig, replaceServer } from './config-text.ts';
import { serverName } from './entry-words.ts';
import { findEntry, type ServerEntry } from './server-entry.ts';
import { SetupError } from './setup-error.ts';

/** What became of a client's file. `present` has the name of the entry that was there already; then nothing was written. */
export interface WrittenServer {
  readonly done: 'created' | 'added' | 'replaced' | 'present';
  readonly name: string | null;
  /** The entry that the file has now. */
  readonly entry: unknown;
}

/**
 * Writes the project's file of a client, or adds our server to what it holds; the rest stays as it is. An entry that equals `replaced` was
 * written by Precept and makes way. Faults: SetupError for a file that is broken or cannot be added to safely, which is left alone.
 */
export async function writeClientFile(
  servers: ClientServers,
  project: string,
  entry: ServerEntry,
  replaced: ServerEntry | null = null,
): Promise<WrittenServer> {
  const name = servers.projectFile;
  const path = join(project, ...name.split('/'));
  const area: Area = { within: project, links: 'inside' };
  const text = await readClientText(path, name, area);
  if (text === null) {
    const created = await createFile(path, configText(servers, entry), area).catch(failed(name));
    if (created) return { done: 'created', name: null, entry };
    throw new SetupError(`${name} has just been written by somebody else; run the command again`);
  }
  const paste = configText(servers, entry);
  const data = reading(name, paste, () => parseConfig(servers, text));
  const present = findEntry(data[servers.key]);
  if (present !== null) {
    // The reader of TOML gives objects without a prototype.
    const isOurs =
      replaced !== null &&
      present[0] === serverName &&
      isDeepStrictEqual({ ...Object(present[1]) }, replaced);
    const changed = isOurs ? replaceServer(servers, text, replaced, entry) : null;
    if (changed === null || changed === text) return { done: 'present', name: present[0], entry: present[1] };
    await replaceFile(path, changed, area).catch(failed(name));
    return { done: 'replaced', name: null, entry };
  }
  const added = reading(name, paste, () => addServer(servers, text, entry));
  if (added === null)
    throw new SetupError(
      `${name} is written in a way that nothing can be added to safely, and is left as it is; add this by hand:`,
      { paste },
    );
  await replaceFile(path, added, area).catch(failed(name));
  return { done: 'added', name: null, entry };
}

async function readClientText(path: string, name: string, area: Area): Promise<string | null> {
  const bytes = await placeOf(path, area)
    .then((place) => readOptionalFile(place))
    .catch(failed(name));
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new SetupError(`${name} is not UTF-8 and is left as it is; save it as UTF-8 first`, {
      cause: error,
    });
  }
}

function reading<Result>(name: string, paste: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // Not the reason behind it, which knows no place in the file.
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(
      `${name} cannot be added to and is left as it is: ${reason}; fix it, or move it away, and run the command again; or fix it and add this by hand:`,
      { paste, cause: error },
    );
  }
}

function failed(name: string): (error: unknown) => never {
  return (error) => {
    // A checkout may have bent the file, or a folder on its way, so that it leads to another one of its user.
    if (error instanceof NotOwnFile)
      throw new SetupError(
        `${name} ${error.why}; remove it, or make it a file of its own, and run the command again`,
        {
          cause: error,
        },
      );
    throw new SetupError(`${name} cannot be read or written: ${reasonOf(error)}`, { cause: error });
  };
}
