import { createHash } from 'node:crypto';

/** The strong ETag of a representation. */
export function etagOf(contentType: string, body: string | Uint8Array): string {
  const digest = createHash('sha256').update(contentType).update('\n').update(body).digest('base64url');
  return `"${digest.slice(0, 22)}"`;
}

/**
 * Whether a body may have an ETag. False where it has the form of ours, also as proxies change it that compress or weaken, and is of
 * another body; nothing can be told of those that others make up.
 */
export function mayHaveEtag(etag: string, contentType: string, body: string): boolean {
  const [, ours] = /^(?:W\/)?"([\w-]{22})(?:[-;][a-z]{2,10})?"$/.exec(etag) ?? [];
  return ours === undefined || `"${ours}"` === etagOf(contentType, body);
}
