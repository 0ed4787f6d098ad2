import { createHash, verify } from 'node:crypto';
import { ofSsh, type PublicKey } from './public-key.ts';
import { readSsh, sshString, unarmor } from './ssh-wire.ts';

const magic = 'SSHSIG';

/** Whose a signature is: `good` over this text, `stale` over another one, both by a key that counts; `foreign` anything else. */
export type SshVerdict = 'good' | 'stale' | 'foreign';

/**
 * Judges what `ssh-keygen -Y sign -n <namespace>` has written beside a text (PROTOCOL.sshsig in OpenSSH's sources). With null for the keys,
 * the one that it names itself counts.
 */
export function judgeSshSignature(
  armored: string,
  text: string,
  namespace: string,
  keys: readonly PublicKey[] | null,
): SshVerdict {
  const data = unarmor(armored, 'SSH SIGNATURE');
  if (data === null || data.subarray(0, magic.length).toString('latin1') !== magic) return 'foreign';
  try {
    const reader = readSsh(data, magic.length);
    if (reader.uint32() !== 1) return 'foreign';
    const signer = ofSsh(reader.bytes());
    const [named, reserved, hash] = [reader.text(), reader.bytes(), reader.text()];
    const known = keys === null ? signer : keys.find(({ id }) => id === signer?.id);
    if (!known || named !== namespace || !['sha256', 'sha512'].includes(hash)) return 'foreign';
    const signature = readSsh(reader.bytes());
    if (signature.text() !== 'ssh-ed25519') return 'foreign';
    const digest = createHash(hash).update(text).digest();
    const bytes = Buffer.concat([
      Buffer.from(magic),
      sshString(namespace),
      sshString(reserved),
      sshString(hash),
      sshString(digest),
    ]);
    return verify(null, bytes, known.key, signature.bytes()) ? 'good' : 'stale';
  } catch {
    return 'foreign';
  }
}
