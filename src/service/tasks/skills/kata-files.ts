import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type KataFile,
  maxKataBytes,
  maxKataFiles,
  whyBadName,
  whyBadPath,
  whyBadTogether,
} from '../../../guidance/katas/kata-file.ts';
import { Fault } from '../../../model/fault.ts';
import { isInside, readOptionalFile, realPath } from '../../../runtime/files/files.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { FoundKata } from '../../answers/katas/find-kata.ts';
import type { Service } from '../../service.ts';

/** A file of a kata with its bytes. */
export interface LoadedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly size: number;
}

/** What the files of katas are read with: those of a master come from there. */
export type KataFilesFrom = Pick<Service, 'config' | 'masterFile'>;

/**
 * The files of a kata, sorted by path: those of the rules folder as they are now, those of masters checked against their hashes. Fault:
 * `invalid-content` for a kata with a file that is not there, leads out of its scope, or is too much.
 */
export async function loadKataFiles(
  service: KataFilesFrom,
  { category, kata }: FoundKata,
): Promise<readonly LoadedFile[]> {
  const { file, line, scope, server } = kata.origin;
  const fail = (path: string, why: string): never => {
    throw new Fault(
      'invalid-content',
      `${file}:${line}: file ${JSON.stringify(path.slice(0, 200))} of kata \`${category}/${kata.name}\`: ${why}.`,
    );
  };
  const found: LoadedFile[] = [];
  let sum = 0;
  if (kata.files.size > maxKataFiles - 1)
    fail([...kata.files.keys()][maxKataFiles - 1] ?? '', `a kata takes at most ${maxKataFiles - 1} files`);
  const together = whyBadTogether(kata.files.keys());
  if (together !== null) fail([...kata.files.keys()][0] ?? '', `with the others it ${together}`);
  for (const [path, about] of [...kata.files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bad = whyBadName(path);
    if (bad !== null) fail(path, `its name ${bad}`);
    const bytes = await bytesOf(service, about, { scope, server }).catch((error: unknown) =>
      fail(path, reasonOf(error)),
    );
    sum += bytes.byteLength;
    if (sum > maxKataBytes) fail(path, `the files of a kata may have ${maxKataBytes} bytes together`);
    found.push({ path, bytes, sha256: hashOf(bytes), size: bytes.byteLength });
  }
  return found;
}

/** The file of that hash among the files of a scope's katas; null where there is none. */
export async function findKataFile(
  service: KataFilesFrom & Pick<Service, 'scope'>,
  name: string,
  sha256: string,
): Promise<LoadedFile | null> {
  const scope = await service.scope(name);
  for (const [category, { katas }] of scope.katas) {
    for (const kata of katas.values()) {
      if (kata.files.size === 0) continue;
      const told = [...kata.files.values()].flatMap((file) => ('sha256' in file ? [file.sha256] : []));
      if (told.length === kata.files.size && !told.includes(sha256)) continue;
      const files = await loadKataFiles(service, { category, kata }).catch(() => []);
      const found = files.find((file) => file.sha256 === sha256);
      if (found !== undefined) return found;
    }
  }
  return null;
}

async function bytesOf(
  service: KataFilesFrom,
  file: KataFile,
  { scope, server }: { readonly scope: string; readonly server: string },
): Promise<Uint8Array> {
  if ('from' in file) return readLocal(service, scope, file.from);
  const bytes =
    file.base64 === null
      ? await service.masterFile(server, scope, file.sha256)
      : Buffer.from(file.base64, 'base64');
  if (bytes === null) throw new Error(`its server ${server} does not give it`);
  if (hashOf(bytes) !== file.sha256 || bytes.byteLength !== file.size)
    throw new Error(`what ${server} gave is not what it promised`);
  return bytes;
}

/** Links are followed, but not out of the folder of the scope. */
async function readLocal(
  { config }: Pick<Service, 'config'>,
  scope: string,
  from: string,
): Promise<Uint8Array> {
  const bad = whyBadPath(from);
  if (bad !== null)
    throw new Error(`${JSON.stringify(from.slice(0, 200))} ${bad}; paths count from the folder of the scope`);
  const folder = await realPath(join(config.rulesPath ?? '', scope));
  const path = await realPath(join(folder, ...from.split('/')));
  if (!isInside(path, folder)) throw new Error(`${from} leads out of the folder of the scope`);
  const bytes = await readOptionalFile(path, maxKataBytes).catch((error: unknown) => {
    throw new Error(`${from} cannot be read (${reasonOf(error).replaceAll(folder, scope)})`);
  });
  if (bytes === null) throw new Error(`${from} is not there`);
  return bytes;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
