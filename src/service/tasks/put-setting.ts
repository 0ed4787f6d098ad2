import type { SettingName } from '../../config/settings.ts';
import { putKey } from '../../content/text/put-key.ts';
import { ConfigError } from '../../model/config-error.ts';
import { yamlText } from '../../render/yaml-text.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { type Area, NotOwnFile } from '../../runtime/files/own-place.ts';
import { createFile, replaceFile } from '../../runtime/files/write-file.ts';
import { reasonOf } from '../../runtime/reason-of.ts';

/**
 * Writes a setting into a settings file, or takes it out with undefined; all else in the file stays as it is. ConfigError for a file
 * that cannot be read, edited or written; NotOwnFile for a place that is none for a file of ours.
 */
export async function putSetting(
  file: string,
  key: SettingName,
  value: unknown,
  area: Area,
): Promise<'created' | 'changed' | 'same'> {
  let before: string | null;
  let after: string;
  try {
    before = (await readOptionalFile(file))?.toString('utf8') ?? null;
    after = putKey(
      before ?? '',
      key,
      value,
      value === undefined ? '' : yamlText({ [key]: withoutNulls(value) }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`settings file ${file}: ${reason}; edit it by hand`, { cause: error });
  }
  if (after === (before ?? '')) return 'same';
  try {
    if (before === null) await createFile(file, after, area);
    else await replaceFile(file, after, area);
  } catch (error) {
    if (error instanceof NotOwnFile) throw error;
    const reason = reasonOf(error);
    throw new ConfigError(`settings file ${file} cannot be written, and stays as it was: ${reason}`, {
      cause: error,
    });
  }
  return before === null ? 'created' : 'changed';
}

/** What is read of an entry has null for a key that is left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)]])),
  );
}
