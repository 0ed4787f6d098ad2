import { createHash, verify } from 'node:crypto';
import { ofSsh, type PublicKey } from './public-key.ts';
import { readSsh, sshString, unarmor } from './ssh-wire.ts';

const magic = 'SSHSIG';

/** Whether `ssh-keygen -Y sign -n <namespace>` has signed a text with one of these keys (PROTOCOL.sshsig in OpenSSH's sources). */
export function isSshSignedBy(
  armored: string,
  text: string,
  namespace: string,
  keys: readonly PublicKey[],
): boolean {
  const data = unarmor(armored, 'SSH SIGNATURE');
  if (data === null || data.subarray(0, magic.length).toString('latin1') !== magic) return false;
  try {
    const reader = readSsh(data, magic.length);
    if (reader.uint32() !== 1) return false;
    const signer = ofSsh(reader.bytes());
    const [named, reserved, hash] = [reader.text(), reader.bytes(), reader.text()];
    const known = keys.find(({ id }) => id === signer?.id);
    if (known === undefined || named !== namespace || !['sha256', 'sha512'].includes(hash)) return false;
    const signature = readSsh(reader.bytes());
    if (signature.text() !== 'ssh-ed25519') return false;
    const digest = createHash(hash).update(text).digest();
    const bytes = Buffer.concat([
      Buffer.from(magic),
      sshString(namespace),
      sshString(reserved),
      sshString(hash),
      sshString(digest),
    ]);
    return verify(null, bytes, known.key, signature.bytes());
  } catch {
    return false;
  }
}
