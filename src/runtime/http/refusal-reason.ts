import type { HttpAnswer } from './http-client.ts';

/** Why a server says it refuses a token (RFC 6750 section 3); null where it does not say. */
export function refusalReason({ headers }: Pick<HttpAnswer, 'headers'>): string | null {
  const given = headers.get('www-authenticate') ?? '';
  return /\berror_description="([^"\\]{1,300})"/.exec(given)?.[1] ?? null;
}
