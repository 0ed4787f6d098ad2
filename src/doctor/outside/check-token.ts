import { claimedTime, claimsOf } from '../../auth/tokens/token-claims.ts';
import { lateIssuerCure, mostSkew } from '../clock.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { anotherOf, isProgram, type TokenWorld } from '../refused-token.ts';

/** What a resource says of itself (RFC 9728). */
export interface ResourceMetadata {
  readonly resource: string | null;
  readonly issuer: string | null;
  /** Where it was found. */
  readonly place: string;
}

/** What a token says of itself, unverified, against what the server wants, which `isTaken` or not; nothing for one that is not a JWT. */
export function tokenFindings(
  token: string,
  base: string,
  { resource, issuer }: ResourceMetadata,
  { isTaken, who = null, skews }: TokenWorld & { readonly isTaken: boolean },
): Finding[] {
  const { aud, iss, exp, iat, sub } = claimsOf(token);
  if (iss === undefined && aud === undefined && exp === undefined) return [];
  const now = Date.now() / 1000;
  const findings: Finding[] = [];
  const next = isProgram(who) ? `have ${anotherOf(who)}` : 'run "precept login"';
  if (issuer !== null && typeof iss === 'string' && bare(iss) !== bare(issuer))
    findings.push(
      fail(
        'token',
        `the token is of the issuer ${iss}, and the server takes those of ${issuer}`,
        `Set oidc_issuer_url (issuer in masters) to ${issuer}, and ${next}.`,
      ),
    );
  const named = [aud ?? []].flat().filter((one) => typeof one === 'string');
  const wanted = resource ?? base;
  // Metadata names an address, and a server may want another name of it.
  if (!isTaken && !named.some((one) => bare(one) === bare(wanted))) {
    const message = `the token is for the audience ${named.join(', ') || '(none)'}, and the server is the resource ${wanted}`;
    findings.push(
      fail(
        'token',
        message,
        `Set oidc_audience (audience in masters) to ${wanted}, have the issuer put it into tokens, and ${next}.`,
      ),
    );
  }
  if (typeof exp === 'number' && exp < now - mostSkew && isTaken)
    findings.push(
      warn(
        'clock',
        `the token ended at ${claimedTime(exp)} by this machine's clock, and the server does not refuse it`,
        'Set the clock by NTP.',
      ),
    );
  else if (typeof exp === 'number' && exp < now && !isTaken)
    findings.push(
      fail(
        'token',
        `the token ended at ${claimedTime(exp)}`,
        lateIssuerCure(exp, skews) ?? `${next.replace(/^./, (first) => first.toUpperCase())}.`,
      ),
    );
  // A clock of the issuer that is seen to be ahead has a finding of its own.
  if (typeof iat === 'number' && iat > now + mostSkew && (skews?.issuer ?? 0) <= mostSkew)
    findings.push(
      warn(
        'clock',
        "this machine's clock is behind the issuer's",
        'Set the clock by NTP; tokens count as issued in the future.',
      ),
    );
  if (findings.length > 0) return findings;
  const owner = typeof sub === 'string' ? ` for ${sub}` : '';
  return [
    ok(
      'token',
      `the token${owner} is of its issuer, for ${named.join(', ')}${typeof exp === 'number' ? `, until ${claimedTime(exp)}` : ''}`,
    ),
  ];
}

function bare(url: string): string {
  return url.replace(/\/+$/, '');
}
