import { createLru } from '../../runtime/async/cache.ts';
import { sha256 } from '../../runtime/sha256.ts';
import type { ManifestEntry } from '../../signing/manifest.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import { entryOf } from '../master/manifest-source.ts';
import { listOfScopes } from '../master-health.ts';
import type { Copies, HeldCopy } from './copies.ts';
import { manifestCopy, readKeptManifest, type SignedManifest } from './kept-manifest.ts';

/** Manifests that are kept with the copies of bundles: a copy alone says nothing of who wrote it. */
export interface Vouchers {
  /** Keeps a manifest for the copies that it vouches for; what they are to name it by, undefined where none has to be signed. */
  keep(manifest: SignedManifest, loop: readonly string[]): Promise<string | undefined>;
  /** The copy was confirmed, so that its manifest is needed for as long as it is. */
  confirm(copy: HeldCopy, loop: readonly string[]): Promise<void>;
  /** Whether a copy is the very text that a manifest says the scope has, one that is signed where that is asked for; or that it has none. */
  vouchFor(name: string, copy: HeldCopy, loop: readonly string[]): Promise<boolean>;
}

/** Manifests that are at hand with their signatures looked at: one may have ten thousand scopes, and be asked for by each. */
const maxKnown = 4;

export function createVouchers(copies: Copies, keys: readonly PublicKey[] | null): Vouchers {
  const known = createLru<SignedManifest>(maxKnown);
  const written = new Set<string>();
  const placeOf = (by: string, loop: readonly string[]) => copies(`manifest ${by}`, loop);

  async function manifestOf({ by }: HeldCopy, loop: readonly string[]): Promise<SignedManifest | null> {
    const found = by === null ? undefined : known.get(by);
    if (found !== undefined) return found;
    // Copies of before manifests were kept with them may be of the latest.
    const place = await (by === null ? copies(listOfScopes, loop) : placeOf(by, loop));
    const text = (await place?.find())?.text ?? null;
    const manifest = text === null ? null : readKeptManifest(text, keys);
    if (manifest !== null && text !== null) known.set(sha256(text), manifest);
    return manifest;
  }

  return {
    async keep(manifest, loop) {
      if (keys === null) return undefined;
      const text = manifestCopy(manifest);
      const by = sha256(text);
      known.set(by, manifest);
      if (!written.has(by)) await (await placeOf(by, loop))?.keep(null, text);
      if (written.size > 1000) written.clear();
      written.add(by);
      return by;
    },
    async confirm({ by }, loop) {
      if (by !== null) await (await placeOf(by, loop))?.confirm();
    },
    async vouchFor(name, copy, loop) {
      if (keys === null) return copy.text === null || copy.etag === sha256(copy.text);
      // What is not there is for the latest manifest to say.
      const manifest = await manifestOf(copy.text === null ? { ...copy, by: null } : copy, loop);
      if (manifest === null) return false;
      const entry = entryOf(manifest, name);
      if (copy.text === null) return entry === null;
      return entry !== null && isTextOf(entry, copy.text);
    },
  };
}

/** Whether a text is the very bundle of an entry. */
export function isTextOf({ size, sha256: hash }: ManifestEntry, text: string): boolean {
  return Buffer.byteLength(text) === size && sha256(text) === hash;
}
