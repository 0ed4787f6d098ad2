import * as v from 'valibot';
import type { KeptFiles } from '../../runtime/files/kept-files.ts';
import { seal, unseal } from '../../runtime/files/sealed.ts';
import { sha256 } from '../../runtime/sha256.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import { manifestCopy, readKeptManifest, type SignedManifest } from '../copies/kept-manifest.ts';

/** The highest version of a master's manifest that was ever verified: what is lower is an old one that somebody plays again. */
export interface KnownVersion {
  /** Null where none was. */
  highest(): Promise<number | null>;
  saw(manifest: SignedManifest): Promise<void>;
}

const shape = v.object({ url: v.string(), version: v.number() });

/**
 * Remembered on disk too, for processes to come, with the manifest that has it: whoever writes into the folder cannot make up a version
 * that no key of `keys` has signed. Without `files` in this process alone.
 */
export function createKnownVersion(
  url: string,
  files: KeptFiles | null,
  keys: readonly PublicKey[] | null,
): KnownVersion {
  const name = `${sha256(url).slice(0, 40)}.version`;
  let highest: number | null = null;
  /** The file that was looked at last: its signature is not looked at again. */
  let looked = { hash: '', version: 0 };

  async function onDisk(): Promise<number> {
    const file = keys === null ? null : await files?.read(name);
    const sealed = file ? unseal(file.bytes) : null;
    const known = v.safeParse(shape, sealed?.header);
    if (sealed === null || !known.success || known.output.url !== url) return 0;
    const hash = sha256(sealed.text);
    if (looked.hash !== hash) {
      const version = readKeptManifest(sealed.text, keys)?.manifest.version ?? 0;
      looked = { hash, version };
    }
    return looked.version;
  }

  return {
    async highest() {
      highest = Math.max(highest ?? 0, await onDisk());
      return highest;
    },
    async saw(manifest) {
      const { version } = manifest.manifest;
      const known = Math.max(highest ?? 0, await onDisk());
      highest = Math.max(known, version);
      if (version > known)
        await files?.write(name, seal({ url, version }, manifestCopy(manifest)), Date.now());
    },
  };
}
