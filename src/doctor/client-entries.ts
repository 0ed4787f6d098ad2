import { win32 } from 'node:path';
import type { ClientServers } from '../clients/client.ts';
import { servedClients } from '../clients/clients.ts';
import { didYouMean } from '../model/text/nearest.ts';
import { readOptionalFile } from '../runtime/files/files.ts';
import { parseConfig } from '../setup/config-text.ts';
import { programName, programs, serverName, wordsOf } from '../setup/entry-words.ts';

/** One server of a client's file that is Precept, or was meant to be. */
export interface ClientEntry {
  readonly name: string;
  /** The key of the file that it stands under; the client reads `ClientServers.key` only. */
  readonly key: string;
  /** As it stands there. */
  readonly value: unknown;
}

const keys: ReadonlySet<string> = new Set(servedClients.map(([, { servers }]) => plain(servers.key)));

/** A key as it is meant, whatever its letter case and its signs between words. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}

/**
 * The entries for Precept in a file of a client, also misspelt ones and those under another client's key; null where there is no
 * file. `project` finds those that Claude Code keeps in a person's file. Throws an Error that says why it cannot be read.
 */
export async function readEntries(
  servers: ClientServers,
  path: string,
  project: string,
): Promise<ClientEntry[] | null> {
  const bytes = await readOptionalFile(path);
  if (bytes === null) return null;
  const data = parseConfig(servers, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  const projects = data.projects as Record<string, Record<string, unknown> | undefined> | undefined;
  const own = Object.keys(Object(projects)).filter((key) => isSameProject(key, project));
  const places = [data, ...own.map((key) => projects?.[key] ?? {})];
  return places.flatMap((place) =>
    Object.keys(place)
      .filter((key) => keys.has(plain(key)))
      .flatMap((key) =>
        Object.entries(Object(place[key]) as object)
          .filter(([name, value]) => name.toLowerCase() === serverName || namesPrecept(value))
          .map(([name, value]) => ({ name, key, value })),
      ),
  );
}

/** Whether a key names a project's folder: on Windows with either slash, and in any letter case. */
export function isSameProject(key: string, project: string): boolean {
  if (!/^([A-Za-z]:)?[\\/]{1,2}/.test(project) || project.startsWith('/')) return key === project;
  return win32.relative(win32.normalize(key), win32.normalize(project)) === '' && win32.isAbsolute(key);
}

function namesPrecept(value: unknown): boolean {
  return wordsOf(value).some((word) => {
    const name = programName(word);
    return programs.includes(name) || (name.length > 5 && didYouMean(name, programs) !== null);
  });
}
