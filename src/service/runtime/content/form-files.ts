import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import type { ScopeLayer } from '../../../guidance/guidance.ts';
import { layerOf, layerText } from '../../../guidance/read/layer-text.ts';
import { cacheFolder } from '../../../runtime/files/cache-folder.ts';
import { createKeptFiles, maxKeptFile } from '../../../runtime/files/kept-files.ts';
import { outsideCheckouts } from '../../../runtime/files/outside-checkouts.ts';
import { createOwnFolder } from '../../../runtime/files/own-folder.ts';
import { seal, unseal } from '../../../runtime/files/sealed.ts';
import { sha256 } from '../../../runtime/sha256.ts';

/** The forms of a rules folder's scopes, by name; `key` says what one is made of. Nothing here rejects. */
export interface FormFiles {
  /** Null where there is none of that key that is whole. */
  find(name: string, key: string): Promise<ScopeLayer | null>;
  /** Keeps a layer in the place of what was kept of the scope. */
  keep(name: string, key: string, layer: ScopeLayer): Promise<void>;
}

export interface FormsWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
}

/** Changes with what a layer holds, and how it is written. */
const format = 1;
const mostBytes = 64 * 1024 * 1024;
const day = 86_400_000;
/** Without forms everything is served as well. */
const silent = { warn() {} };

/** The forms in the folder `layers` of the cache folder; null where there is no such folder, or it lies in a checkout. */
export function openFormFiles(
  rulesPath: string,
  config: Config,
  { cwd, env, home }: FormsWorld,
): FormFiles | null {
  const { cache_dir: named, cache_max_mb: megabytes } = config.settings;
  const starts = [config.checkout, config.project, cwd, rulesPath];
  const outer = outsideCheckouts(named ?? cacheFolder(env, home), starts, home ?? '');
  if (outer === null) return null;
  const within = guardedFolder(config, outer);
  const around = createOwnFolder(outer, within, silent.warn);
  const files = createKeptFiles({
    folder: join(outer, 'layers'),
    within,
    maxBytes: Math.min(mostBytes, megabytes * 1024 * 1024),
    mayGo: () => true,
    log: silent,
  });
  // One for each scope, whatever it says.
  const fileOf = (name: string) => `${sha256(JSON.stringify([rulesPath, name])).slice(0, 40)}.layer`;
  return {
    async find(name, key) {
      const kept = (await around.isUsable(false)) ? await files.read(fileOf(name)) : null;
      const layer = kept && layerIn(kept.bytes, key);
      // Those that were used longest ago go first.
      if (kept && layer && Math.abs(Date.now() - kept.time) > day)
        await files.touch(fileOf(name), Date.now());
      return layer;
    },
    async keep(name, key, layer) {
      const text = formText(key, layer);
      if (text !== null && (await around.isUsable(true))) await files.write(fileOf(name), text, Date.now());
    },
  };
}

/** Null for a layer that cannot be kept. */
function formText(key: string, layer: ScopeLayer): string | null {
  try {
    const text = seal({ format, key }, layerText(layer));
    return Buffer.byteLength(text) > maxKeptFile ? null : text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

/** The layer of a form that is whole and of this key; null for any other. */
function layerIn(bytes: Buffer, key: string): ScopeLayer | null {
  const form = unseal(bytes);
  const header = Object(form?.header) as Readonly<Record<string, unknown>>;
  if (form === null || header.format !== format || header.key !== key) return null;
  try {
    return layerOf(form.text);
  } catch {
    return null;
  }
}
