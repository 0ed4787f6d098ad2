import type { HttpAnswer } from './http-client.ts';

/** Why a server says it refuses a token (RFC 6750 section 3); null where it does not say. */
export function refusalReason({ headers }: Pick<HttpAnswer, 'headers'>): string | null {
  const given = headers.get('www-authenticate') ?? '';
  return /\berror_description="([^"\\]{1,300})"/.exec(given)?.[1] ?? null;
}

/** Whether an answer 401 says that it got no token, as one without an error code does (RFC 6750 section 3.1). */
export function sawNoToken({ headers }: Pick<HttpAnswer, 'headers'>): boolean {
  return !/\berror="?\w/.test(headers.get('www-authenticate') ?? '');
}

/** Characters of a problem body of ours; it is far shorter. */
const maxProblemLength = 10_000;

/** The code of the problem (RFC 9457) that a Precept server answers with; null for any other answer. */
export function problemCode({ headers, text }: Pick<HttpAnswer, 'headers' | 'text'>): string | null {
  if (!isJson(headers) || text.length > maxProblemLength) return null;
  try {
    const { type } = Object(JSON.parse(text)) as { type?: unknown };
    return (typeof type === 'string' && /^urn:precept:problem:([a-z-]{1,40})$/.exec(type)?.[1]) || null;
  } catch {
    return null;
  }
}

/** Whether an answer says that it is JSON, of whatever kind. */
export function isJson(headers: HttpAnswer['headers']): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

/** Whether the text of an answer 400 is the page of a proxy that wants a certificate of the client, as nginx and others write it. */
export function asksForCertificate(text: string): boolean {
  return /No required SSL certificate was sent|The SSL certificate error/i.test(text);
}
