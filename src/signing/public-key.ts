import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { readSsh, unarmor } from './ssh-wire.ts';

/** An Ed25519 key that signatures are checked with. */
export interface PublicKey {
  readonly key: KeyObject;
  /** SHA-256 of its SPKI in DER, in hexadecimal digits: names it in envelopes. */
  readonly id: string;
  /** Base64 of its SPKI in DER (RFC 8410), the form in which it is printed. */
  readonly spki: string;
}

/** What comes before the 32 bytes of a key in its SPKI (RFC 8410 section 4). */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether a text is meant as a key, not as the path of a file with keys. */
export function isKeyText(text: string): boolean {
  return /-----BEGIN|(?:^|\s)ssh-\w+ |^\s*MC[\w+/]{50,}={0,2}\s*$/.test(text);
}

/**
 * The keys of a text, one a line: base64 of an SPKI in DER, or `ssh-ed25519 …` with or without names around it; PEM too. Blank lines
 * and those with `#` are passed over. Null where a line is no Ed25519 key, and where there is none.
 */
export function readPublicKeys(text: string): readonly PublicKey[] | null {
  const pem = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;
  const found: (PublicKey | null)[] = (text.match(pem) ?? []).map((block) =>
    ofDer(unarmor(block, 'PUBLIC KEY') ?? Buffer.alloc(0)),
  );
  for (const line of text.replace(pem, '').split(/\r?\n/)) {
    const plain = line.trim();
    if (plain === '' || plain.startsWith('#')) continue;
    const ssh = /(?:^|\s)ssh-ed25519\s+([A-Za-z0-9+/=]+)/.exec(plain)?.[1];
    found.push(ssh === undefined ? ofDer(Buffer.from(plain, 'base64')) : ofSsh(Buffer.from(ssh, 'base64')));
  }
  const keys = found.filter((key) => key !== null);
  return keys.length > 0 && keys.length === found.length ? keys : null;
}

/** The public key of a private or public one. */
export function publicKeyOf(key: KeyObject): PublicKey {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return toPublicKey(key.type === 'private' ? createPublicKey(key) : key, der);
}

/** The key in the wire format of SSH (RFC 8709 section 4); null for any other. */
export function ofSsh(blob: Buffer): PublicKey | null {
  try {
    const reader = readSsh(blob);
    if (reader.text() !== 'ssh-ed25519') return null;
    const raw = reader.bytes();
    return raw.length === 32 ? ofDer(Buffer.concat([spkiStart, raw])) : null;
  } catch {
    return null;
  }
}

function ofDer(der: Buffer): PublicKey | null {
  // The one form that there is for a key of this kind.
  if (der.length !== 44 || !der.subarray(0, 12).equals(spkiStart)) return null;
  try {
    return toPublicKey(createPublicKey({ key: der, type: 'spki', format: 'der' }), der);
  } catch {
    return null;
  }
}

function toPublicKey(key: KeyObject, der: Buffer): PublicKey {
  return { key, id: createHash('sha256').update(der).digest('hex'), spki: der.toString('base64') };
}
