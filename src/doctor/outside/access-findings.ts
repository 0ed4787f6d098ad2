import type { HttpAnswer } from '../../runtime/http/http-client.ts';
import { problemCode, refusalReason, sawNoToken } from '../../runtime/http/refusal-reason.ts';
import { proxyCure } from '../checks/check-masters.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { cureOfRefused, type TokenWorld } from '../refused-token.ts';
import { issuerCure } from './check-server.ts';

/** What a server's answer to the question for its scopes says, with a token or without one; the reason where none came. */
export function accessFindings(
  base: string,
  answer: HttpAnswer | string,
  token: string | null,
  world: TokenWorld = {},
): Finding[] {
  const hasToken = token !== null;
  if (typeof answer === 'string')
    return [fail('server', `${base}/api/v1/scopes: ${answer}`, 'Check the proxies between.')];
  const { status, headers, text } = answer;
  if (status === 401) {
    if (token === null) return problemCode(answer) === 'unauthorized' ? [] : [proxyFinding(base, status)];
    if (sawNoToken({ headers }))
      return [
        fail(
          'token',
          'this machine sent a token, and the answer 401 is one to a request without any',
          'A proxy before the server probably drops the header Authorization, or asks for a login of its own: have it pass that header on.',
        ),
      ];
    const why = refusalReason({ headers });
    return [
      fail(
        'token',
        `the server refuses the token: ${why ?? 'it does not say why'}`,
        cureOfRefused(token, why ?? '', world),
      ),
    ];
  }
  if (status === 403) {
    const message = hasToken
      ? 'the server knows this login and gives it nothing (403)'
      : `${base}/api/v1/scopes answered 403`;
    const cure = 'Ask its owners for the role that its scopes want (auth in metadata.yml).';
    const code = problemCode(answer);
    if (code === 'forbidden') return [fail('role', message, cure)];
    // Another refusal of Precept is one of its address, which was told of with /health.
    return code === null ? [proxyFinding(base, status)] : [];
  }
  if (problemCode(answer) === 'issuer-unavailable') {
    const message = `the server cannot check logins now, since their issuer is out of its reach (${status})`;
    return [fail('server', message, issuerCure)];
  }
  if (status !== 200 && status < 500 && problemCode(answer) === null) return [proxyFinding(base, status)];
  if (status !== 200)
    return [fail('server', `${base}/api/v1/scopes answered ${status}`, 'See the log of the server.')];
  const scopes = listOf(text);
  if (scopes === null)
    return [
      fail(
        'server',
        `${base}/api/v1/scopes is not a list of scopes`,
        'Write the address of a Precept server.',
      ),
    ];
  if (scopes.length > 0)
    return [
      ok('server', `it has ${scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`} for this machine`),
    ];
  const who = hasToken ? 'this login' : 'anybody without a login';
  return [
    warn(
      'role',
      `it has no scopes for ${who}`,
      'Ask its owners for a role that a scope wants (auth in metadata.yml), or for scopes.',
    ),
  ];
}

/** A proxy may refuse this path alone, and pass on /health. */
function proxyFinding(base: string, status: number): Finding {
  const cure =
    proxyCure(status) ??
    'A proxy before the server refuses that path: have it pass all paths on, and leave logins to Precept.';
  return fail('server', `${base}/api/v1/scopes answered ${status}, and not like Precept`, cure);
}

function listOf(text: string): readonly unknown[] | null {
  try {
    const data: unknown = JSON.parse(text);
    return Array.isArray(data) ? data : null;
  } catch {
    return null;
  }
}
