import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/** Encrypts data for ourselves alone, so that a browser can keep it: nobody else reads or changes it. */
export interface Sealer {
  /** Text of letters, digits, `.`, `-` and `_`. */
  seal(data: object): Promise<string>;
  /** The data of a text that was sealed for the same purpose, with any of the secrets; null for every other text. */
  open(text: string): Promise<unknown>;
}

/**
 * A sealer for one purpose: what was sealed for another does not open. The first secret seals; all of them open, so that one can
 * be replaced while what it sealed is still about. JWE (RFC 7516) with AES-256-GCM, and keys by HKDF (RFC 5869).
 */
export function createSealer(secrets: readonly string[], purpose: string): Sealer {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, '', `precept ${purpose}`, 32)),
  );
  return {
    seal(data) {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no secret to seal with');
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(data)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' })
        .encrypt(key);
    },
    async open(text) {
      for (const key of keys) {
        try {
          const { plaintext } = await compactDecrypt(text, key, {
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          });
          return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
        } catch {
          // Another secret may have sealed it.
        }
      }
      return null;
    },
  };
}
