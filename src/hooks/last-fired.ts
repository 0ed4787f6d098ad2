import { join } from 'node:path';
import { readOptionalFile } from '../runtime/files/files.ts';
import { createOwnFolder } from '../runtime/files/own-folder.ts';
import { putFile } from '../runtime/files/write-file.ts';

/** The run of a hook that was the last of its client. */
export interface LastFired {
  /** The id of the client, like `claude`. */
  readonly client: string;
  readonly event: string;
  /** The version of Precept that ran. */
  readonly version: string;
  /** When: ISO 8601, UTC. */
  readonly at: string;
}

/** An id of a client that can be the name of a file. */
const clientPattern = /^[a-z][a-z0-9-]{0,39}$/;

/**
 * Notes a run of a hook in `hooks/<client>.json` of the folder `cache_dir`, whole or not at all; inside of `within` no link is followed. Nothing
 * is noted in a folder that is not the user's alone, or that cannot be written to: nobody waits for this.
 */
export async function writeLastFired(cacheDir: string, within: string, fired: LastFired): Promise<void> {
  if (!clientPattern.test(fired.client)) return;
  const folder = join(cacheDir, 'hooks');
  const { client, event, version, at } = fired;
  try {
    if (!(await createOwnFolder(folder, within, () => {}).isUsable(true))) return;
    const text = `${JSON.stringify({ client, event, version, at })}\n`;
    await putFile(join(folder, `${client}.json`), text, { within: folder }, { mode: 0o600 });
  } catch {
    // The hook has said what it had to say.
  }
}

/** The last run of each client's hooks that was noted; files that hold nothing of the kind are passed over. */
export async function readLastFired(
  cacheDir: string,
  clients: readonly string[],
): Promise<ReadonlyMap<string, LastFired>> {
  const found = await Promise.all(
    clients.map(async (client) =>
      parse(await readOptionalFile(join(cacheDir, 'hooks', `${client}.json`)).catch(() => null)),
    ),
  );
  return new Map(
    clients.flatMap((client, index) => {
      const fired = found[index];
      return fired?.client === client ? [[client, fired]] : [];
    }),
  );
}

function parse(bytes: Buffer | null): LastFired | null {
  if (bytes === null) return null;
  try {
    const { client, event, version, at } = Object(JSON.parse(bytes.toString('utf8'))) as Record<
      string,
      unknown
    >;
    const isWhole = [client, event, version, at].every((one) => typeof one === 'string' && one.length <= 200);
    if (!isWhole || Number.isNaN(Date.parse(at as string))) return null;
    return { client, event, version, at } as LastFired;
  } catch {
    return null;
  }
}
