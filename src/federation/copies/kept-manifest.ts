import { isSignedBy } from '../../signing/envelope.ts';
import { type ReadManifest, readManifest, sshNamespace } from '../../signing/manifest.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import { judgeSshSignature } from '../../signing/ssh-signature.ts';

/** A manifest with all that its signature can be looked at by. */
export interface SignedManifest extends ReadManifest {
  readonly text: string;
  /** The text of a signature beside it; null without one. */
  readonly signature: string | null;
}

/** How it is signed: `stale` where the signature beside it is of another text, `foreign` where it is by no key that counts. */
export type ManifestVerdict = 'good' | 'stale' | 'foreign' | 'unsigned';

export function judgeManifest(
  { envelope, text, signature }: SignedManifest,
  keys: readonly PublicKey[],
): ManifestVerdict {
  if (envelope !== null) return isSignedBy(envelope, keys) ? 'good' : 'foreign';
  return signature === null ? 'unsigned' : judgeSshSignature(signature, text, sshNamespace, keys);
}

/** The text of a copy of a manifest. */
export function manifestCopy({ text, signature }: SignedManifest): string {
  return JSON.stringify({ text, signature });
}

/** The manifest in a copy; null for one that cannot be read, or is not signed by one of `keys`, where it has to be. */
export function readKeptManifest(copy: string, keys: readonly PublicKey[] | null): SignedManifest | null {
  try {
    const { text, signature } = Object(JSON.parse(copy)) as { text?: unknown; signature?: unknown };
    if (typeof text !== 'string') return null;
    const read = readManifest(text);
    if (typeof read === 'string') return null;
    const found = { ...read, text, signature: typeof signature === 'string' ? signature : null };
    return keys === null || judgeManifest(found, keys) === 'good' ? found : null;
  } catch {
    return null;
  }
}
