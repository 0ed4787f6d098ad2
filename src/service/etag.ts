import { createHash } from 'node:crypto';

/** The strong ETag of a representation. */
export function etagOf(contentType: string, body: string | Uint8Array): string {
  const digest = createHash('sha256').update(contentType).update('\n').update(body).digest('base64url');
  return `"${digest.slice(0, 22)}"`;
}
