import type { KeyObject } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { readPrivateKey } from '../../signing/private-key.ts';

const known = new WeakMap<Config, KeyObject>();

/** The key that the settings name; null where they name none. An Error where it cannot be read any more: it could be at the start. */
export async function signingKeyOf(config: Config): Promise<KeyObject | null> {
  const path = config.settings.signing_key;
  if (path === null) return null;
  const key = known.get(config) ?? readPrivateKey((await readOptionalFile(path))?.toString('utf8') ?? '');
  if (typeof key === 'string') throw new Error(`setting signing_key: ${path} cannot be used: ${key}`);
  known.set(config, key);
  return key;
}
