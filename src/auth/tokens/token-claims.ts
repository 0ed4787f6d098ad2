/** What a token that is a JWT says, unverified; nothing for any other. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A time of a claim, in seconds since 1970 (RFC 7519, NumericDate), as people read it: a token may name one that no calendar has. */
export function claimedTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? `${seconds} s after 1970` : time.toISOString();
}
