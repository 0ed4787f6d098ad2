import type { SettingValues } from '../config/settings.ts';
import { isSafeAddress } from '../config/values/safe-address.ts';
import { createTlsFetch } from '../runtime/http/tls-fetch.ts';

/** Seconds by which clocks may differ: tokens are judged with as much tolerance. */
export const mostSkew = 60;

/** Seconds that other clocks are ahead of this machine's; null for one that is not known. */
export interface Skews {
  readonly server: number | null;
  readonly issuer: number | null;
}

/** Seconds that the clock behind an answer is ahead of this machine's; null where the answer does not tell the time. */
export function skewOf(headers: Pick<Headers, 'get'>): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  // A cache between gives the date of the answer that it keeps (RFC 9111, section 5.1).
  const age = Number(headers.get('age') ?? 0);
  return Number.isNaN(date) || Number.isNaN(age) ? null : Math.round((date - Date.now()) / 1000 + age);
}

/** Seconds that the clock of an issuer is ahead, by the answer with its metadata. Never rejects. */
export async function issuerSkew(
  url: string,
  tls: Pick<SettingValues, 'remote_ssl_ca_bundle' | 'remote_ssl_verify'>,
  patience: number,
): Promise<number | null> {
  if (!isSafeAddress(new URL(url))) return null;
  try {
    const fetch = await createTlsFetch({
      caBundle: tls.remote_ssl_ca_bundle,
      verifyTls: tls.remote_ssl_verify,
    });
    const signal = AbortSignal.timeout(patience);
    const address = `${url.replace(/\/+$/, '')}/.well-known/openid-configuration`;
    const { headers, body } = await fetch(address, { redirect: 'manual', signal });
    await body?.cancel();
    return skewOf(headers);
  } catch {
    return null;
  }
}

/** Whose clock is wrong where the other two of three agree; null where that cannot be told. */
export function oddClock({ server, issuer }: Skews): 'issuer' | 'machine' | 'server' | null {
  if (server === null || issuer === null) return null;
  const [hasServer, hasIssuer] = [server, issuer].map((skew) => Math.abs(skew) <= mostSkew);
  if (hasServer && hasIssuer) return null;
  if (hasServer) return 'issuer';
  if (hasIssuer) return 'server';
  return Math.abs(server - issuer) <= mostSkew ? 'machine' : null;
}

/** How far a clock is from this machine's, like `300 s ahead of`. */
export function distance(skew: number): string {
  return `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'}`;
}

/** What to do about a token past its end, where it has not ended by the clock of its issuer: the next one ends as early. Null for another. */
export function lateIssuerCure(exp: number, skews?: Skews): string | null {
  const issuer = skews?.issuer ?? null;
  if (skews === undefined || issuer === null || issuer >= -mostSkew || exp < Date.now() / 1000 + issuer)
    return null;
  const whose = oddClock(skews) === 'issuer' ? 'that clock' : 'the clocks';
  return `By the issuer's clock, ${distance(issuer)} this machine's, it is still good: set ${whose} by NTP. A new token ends too early as well.`;
}
