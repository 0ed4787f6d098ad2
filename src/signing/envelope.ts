import { type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import { type PublicKey, publicKeyOf } from './public-key.ts';

/** DSSE, the Dead Simple Signing Envelope (github.com/secure-systems-lab/dsse, version 1.0.2). */

/** Each one that does not count costs a look at the whole payload. */
const maxSignatures = 10;

const shape = v.object({
  payloadType: v.string(),
  payload: v.string(),
  signatures: v.pipe(
    v.array(v.object({ keyid: v.optional(v.nullable(v.string()), null), sig: v.string() })),
    v.maxLength(maxSignatures),
  ),
});

export type Envelope = v.InferOutput<typeof shape>;

/** The envelope that data is; null where it is something else. */
export function toEnvelope(data: unknown): Envelope | null {
  const result = v.safeParse(shape, data);
  return result.success ? result.output : null;
}

export function payloadOf({ payload }: Envelope): Buffer {
  return Buffer.from(payload, 'base64');
}

/** A text in an envelope with one signature. */
export function signed(payloadType: string, text: string, key: KeyObject): Envelope {
  const body = Buffer.from(text);
  const sig = sign(null, preAuthentication(payloadType, body), key).toString('base64');
  return { payloadType, payload: body.toString('base64'), signatures: [{ keyid: publicKeyOf(key).id, sig }] };
}

/** Whether one of its signatures is by one of these keys. The names of keys in it are hints, and say nothing. */
export function isSignedBy(envelope: Envelope, keys: readonly PublicKey[]): boolean {
  const bytes = preAuthentication(envelope.payloadType, payloadOf(envelope));
  return envelope.signatures.some(({ sig }) => {
    const signature = Buffer.from(sig, 'base64');
    return signature.length === 64 && keys.some(({ key }) => verify(null, bytes, key, signature));
  });
}

function preAuthentication(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body]);
}
