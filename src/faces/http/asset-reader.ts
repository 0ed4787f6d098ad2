import { readFile } from 'node:fs/promises';
import type { ReadAsset } from './docs/docs-page.ts';

/**
 * Reads the files that ship with the program, each from disk once; null for one that is not there. `folder` is a file: URL
 * that ends in a slash.
 */
export function createAssetReader(folder: URL): ReadAsset {
  const known = new Map<string, Uint8Array<ArrayBuffer>>();
  return async (name) => {
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const bytes = await readFile(new URL(name, folder)).catch(() => null);
    if (bytes === null) return null;
    const own = new Uint8Array(bytes);
    known.set(name, own);
    return own;
  };
}
