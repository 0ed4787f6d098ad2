import { join } from 'node:path';
import { isInside, readOptionalFile, realPath } from '../runtime/files.ts';
import { createFile, replaceFile } from '../runtime/write-file.ts';
import { type Client, findEntry, serverEntry } from './clients.ts';
import { addServer, configText, parseConfig } from './config-text.ts';
import { SetupError } from './setup-error.ts';

/** What became of a client's file. `present` names the entry that was there already, and nothing was written. */
export type Written =
  | { readonly done: 'created' | 'added' }
  | { readonly done: 'present'; readonly entry: string };

/**
 * Writes the project's file of a client, or adds our server to what it holds; the rest stays as it is. Faults: SetupError
 * for a file that is broken or cannot be added to safely, which is left alone.
 */
export async function writeClientFile(client: Client, project: string, platform: string): Promise<Written> {
  const name = client.projectFile;
  const path = join(project, ...name.split('/'));
  const entry = serverEntry(client, platform);
  await stayInside(path, project, name);
  const text = await readClientText(path, name);
  if (text === null) {
    const created = await createFile(path, configText(client, entry)).catch(failed(name));
    if (created) return { done: 'created' };
    const why =
      (await readClientText(path, name)) === null
        ? 'is a link that leads nowhere; remove it, or make what it leads to, and'
        : 'has just been written by somebody else;';
    throw new SetupError(`${name} ${why} run the command again`);
  }
  const data = reading(name, () => parseConfig(client, text));
  const present = findEntry(data[client.key]);
  if (present !== null) return { done: 'present', entry: present };
  const added = reading(name, () => addServer(client, text, entry));
  if (added === null)
    throw new SetupError(
      `${name} is written in a way that nothing can be added to safely, and is left as it is; add this by hand:`,
      { paste: configText(client, entry) },
    );
  await replaceFile(path, added).catch(failed(name));
  return { done: 'added' };
}

/** A checkout may have bent the file, or a folder on its way, so that it leads to another one of its user. */
async function stayInside(path: string, project: string, name: string): Promise<void> {
  const [target, root] = await Promise.all([realPath(path), realPath(project)]);
  if (isInside(target, root)) return;
  throw new SetupError(
    `${name} leads out of this project, to ${target}, and is left as it is; remove that link, or edit the file itself`,
  );
}

async function readClientText(path: string, name: string): Promise<string | null> {
  const bytes = await readOptionalFile(path).catch(failed(name));
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new SetupError(`${name} is not UTF-8 and is left as it is; save it as UTF-8 first`, {
      cause: error,
    });
  }
}

function reading<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(
      `${name} cannot be added to and is left as it is: ${reason}; fix it, or move it away, and run the command again`,
      { cause: error },
    );
  }
}

function failed(name: string): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`${name} cannot be read or written: ${reason}`, { cause: error });
  };
}
