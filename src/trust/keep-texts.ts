import { ownChoice } from '../runtime/files/own-place.ts';
import { putPrivateFile, removeFile } from '../runtime/files/write-file.ts';
import { sha256 } from '../runtime/sha256.ts';
import { factsOf } from './bind/package-facts.ts';
import { readSmallFile } from './bind/read-small-file.ts';
import type { TrustRecord } from './trust-record.ts';
import { textsPath } from './trusted-texts.ts';

/** Characters of the texts of one record. Where there are more, hashes cost less than reading them. */
const mostCharacters = 256 * 1024;

/**
 * Keeps the texts of a record's values and files, those that are still the ones it has the hashes of, and gives the name to find them by; undefined
 * where they are too many. Errors of the system are thrown as they are.
 */
export async function keepTexts(
  home: string,
  record: TrustRecord,
  settings: { readonly file: string; readonly text: string },
): Promise<string | undefined> {
  const texts = new Map([[settings.file, settings.text]]);
  let size = settings.text.length;
  const take = (path: string, isOf: (bytes: Buffer) => boolean) => {
    const bytes = size > mostCharacters ? null : readSmallFile(path);
    if (bytes === null || !isOf(bytes)) return;
    const text = bytes.toString('utf8');
    size += text.length;
    // Text that is not UTF-8 is not kept.
    if (Buffer.from(text).equals(bytes)) texts.set(path, text);
  };
  for (const [path, hash] of Object.entries(record.files)) take(path, (bytes) => sha256(bytes) === hash);
  for (const [path, facts] of Object.entries(record.packages))
    if (!Object.hasOwn(record.files, path)) take(path, (bytes) => factsOf(bytes) === facts);
  if (size > mostCharacters) return undefined;
  const data = JSON.stringify(Object.fromEntries(texts));
  // Named by what it is about and what it holds, so that a record has the texts it was made with or none.
  const name = `${sha256(`${settings.file}\n${data}`).slice(0, 40)}.json`;
  const path = textsPath(home, name) ?? '';
  await putPrivateFile(path, data);
  return name;
}

/** Removes the texts of a record that is not used any more. */
export async function forgetTexts(home: string, record: TrustRecord | undefined): Promise<void> {
  const path = textsPath(home, record?.texts);
  if (path !== null) await removeFile(path, ownChoice).catch(() => {});
}
