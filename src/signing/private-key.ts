import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { publicKeyOf } from './public-key.ts';
import { readSsh, unarmor } from './ssh-wire.ts';

/** A new Ed25519 key: the private one as PEM (PKCS 8), the public one as base64 of its SPKI in DER. */
export function newKey(): { readonly pem: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { pem, publicKey: publicKeyOf(privateKey).spki };
}

/** The private key of a file's text: PEM (PKCS 8), or OpenSSH's own format. In place of one that cannot be used, why. */
export function readPrivateKey(text: string): KeyObject | string {
  try {
    const ssh = unarmor(text, 'OPENSSH PRIVATE KEY');
    if (ssh !== null) return ofOpenSsh(ssh);
    if (/-----BEGIN ENCRYPTED PRIVATE KEY-----/.test(text)) return encrypted;
    const key = createPrivateKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key : 'it is not an Ed25519 key';
  } catch {
    return 'it is not a private key in PEM (PKCS 8) or the format of OpenSSH';
  }
}

const encrypted = 'it is encrypted; give a key without a passphrase';
const magic = 'openssh-key-v1\0';
/** What comes before the 32 bytes of a key in its PKCS 8 form (RFC 8410 section 7). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The first key of OpenSSH's format (PROTOCOL.key in its sources). */
function ofOpenSsh(data: Buffer): KeyObject | string {
  if (data.subarray(0, magic.length).toString('latin1') !== magic) return 'it is not a key of OpenSSH';
  const outer = readSsh(data, magic.length);
  const cipher = outer.text();
  outer.bytes();
  outer.bytes();
  outer.uint32();
  outer.bytes();
  if (cipher !== 'none') return encrypted;
  const inner = readSsh(outer.bytes());
  const [check, again] = [inner.uint32(), inner.uint32()];
  if (check !== again) return 'it is damaged';
  if (inner.text() !== 'ssh-ed25519') return 'it is not an Ed25519 key';
  inner.bytes();
  const seed = inner.bytes().subarray(0, 32);
  return createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), type: 'pkcs8', format: 'der' });
}
