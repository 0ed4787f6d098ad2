import { createIssuer } from '../../auth/issuer.ts';
import type { SettingValues } from '../../config/settings.ts';
import { isLoopbackHost } from '../../config/values/safe-address.ts';
import { connectionCause } from '../../runtime/http/connection-cause.ts';
import { createHttpClient, type HttpAnswer } from '../../runtime/http/http-client.ts';
import { lookAtTls } from '../../runtime/http/look-at-tls.ts';
import { problemCode } from '../../runtime/http/refusal-reason.ts';
import {
  type Authorize,
  IssuerAway,
  noTokenWords,
  orIssuerAway,
} from '../../runtime/http/send-with-login.ts';
import { reasonOf } from '../../runtime/reason-of.ts';
import { issuerAwayCure } from '../checks/check-masters.ts';
import { brokenCloses } from '../checks/check-roles.ts';
import { distance, issuerSkew, mostSkew, oddClock, type Skews, skewOf } from '../clock.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { isProgram } from '../refused-token.ts';
import { createUnhurriedAuthorizer } from '../unhurried-authorizer.ts';
import { accessFindings } from './access-findings.ts';
import { objectOf, readyFindings, serverFindings, versionOf } from './check-server.ts';
import { type ResourceMetadata, tokenFindings } from './check-token.ts';

export interface OutsideInput {
  readonly settings: SettingValues;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Seconds that each request may take. */
const patience = 5;
/** Days before the end of a certificate from which on it should have been renewed. */
const lastDays = 14;
const metadataPath = '/.well-known/oauth-protected-resource';

/**
 * Looks at a server from outside: its certificates, whether it is a Precept server, what it says of logins, its issuer, the token that this
 * machine has for it, and its clock. Nothing is thrown; no token is shown.
 */
export async function examineUrl(address: string, input: OutsideInput): Promise<Finding[]> {
  const url = new URL(address.replace(/\/+$/, ''));
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const findings = await checkTls(url, input.settings);
  // A request would fail for the same cause.
  if (findings.some(({ level }) => level === 'fail')) return findings;
  const get = createGetter(input.settings);
  const health = await get(`${base}/health`);
  findings.push(...(await serverFindings(base, health, input.settings)));
  if (typeof health === 'string') return findings;
  // A page of another server says nothing of a Precept server behind it; a proxy that keeps /health back may.
  const isPrecept = versionOf(health) !== null;
  const isOther = !isPrecept && (health.status === 200 || health.status >= 500);
  const metadata = isOther ? null : await readMetadata(url, get);
  const issuer = metadata?.issuer ?? null;
  const [ready, login, issuerAhead] = await Promise.all([
    isPrecept ? get(`${base}/ready`) : null,
    metadata === null ? null : loginFindings(base, metadata, input.settings),
    issuer === null ? null : issuerSkew(issuer, input.settings, patience * 1000),
  ]);
  const skews = { server: skewOf(health.headers), issuer: issuerAhead };
  findings.push(...clockFindings(skews, issuer));
  if (ready !== null) findings.push(...readyFindings(ready));
  if (!isPrecept && metadata === null) return findings;
  findings.push(...(login ?? [ok('login', `${base} asks for no login: it has no ${metadataPath}`)]));
  findings.push(...(await checkAccess(base, metadata, input, { get, skews })));
  return findings;
}

/** The certificates that an address sends, or why no TLS connection comes about; nothing for files and plain http on this machine. */
export async function checkTls(url: URL, settings: SettingValues): Promise<Finding[]> {
  if (url.protocol === 'file:') return [];
  if (url.protocol === 'http:')
    return isLoopbackHost(url.hostname)
      ? []
      : [warn('tls', `${url.origin} is plain http, over which no login is sent`, 'Use https.')];
  const { remote_ssl_ca_bundle: caBundle, remote_ssl_verify: verifyTls } = settings;
  const look = await lookAtTls(url, { caBundle, verifyTls }, patience * 1000);
  const [own = '', ...above] = look.chain;
  const names = look.names.every((name) => name === own) ? own : `${own} (for ${look.names.join(', ')})`;
  const chain = `${[names, ...above].join(' <- ')}${look.signer === null ? '' : `, signed by ${look.signer}`}`;
  if (look.reason !== null) {
    const cause = connectionCause(look.reason);
    const seen = look.chain.length === 0 ? '' : `; it sends ${chain}`;
    const message = `${url.origin}: ${cause?.words ?? 'no connection comes about'} (${look.reason})${seen}`;
    // A file of this machine that cannot be read says nothing of the server.
    const other = look.reason.startsWith('setting ')
      ? 'Set that right on this machine.'
      : 'Check the address and the network.';
    return [fail('tls', message, cause?.cure ?? other)];
  }
  const days = look.until === null ? lastDays : (Date.parse(look.until) - Date.now()) / 86_400_000;
  const message = `${url.origin} speaks ${look.protocol}, certificate ${chain}, good until ${look.until}`;
  return days < lastDays
    ? [warn('tls', message, 'Have the certificate renewed before it ends.')]
    : [ok('tls', message)];
}

export type Get = (url: string, headers?: Readonly<Record<string, string>>) => Promise<HttpAnswer | string>;

/** Asks for an address; the reason where no answer comes. */
function createGetter(settings: SettingValues): Get {
  const client = createHttpClient({
    timeoutSeconds: patience,
    maxRetries: 0,
    caBundle: settings.remote_ssl_ca_bundle,
    verifyTls: settings.remote_ssl_verify,
    reader: settings.reader_name,
  });
  return (url, headers = {}) =>
    client
      .withinDeadline((signal) =>
        client.send(url, { headers: { Accept: 'application/json', ...headers }, signal }),
      )
      .catch((error: unknown) => reasonOf(error));
}

/** What the clocks of server, issuer and this machine say of each other; where two agree, the third is named. */
function clockFindings(skews: Skews, issuer: string | null): Finding[] {
  const { server, issuer: issuerAhead } = skews;
  const odd = oddClock(skews);
  const cure = (whose: string) => `Set ${whose} by NTP; tokens are refused by clocks that differ.`;
  if (odd === 'machine') {
    const message = `this machine's clock is ${distance(-(server ?? 0))} those of the server and of the issuer ${issuer}`;
    return [warn('clock', message, cure("this machine's clock"))];
  }
  const findings: Finding[] = [];
  if (server !== null && Math.abs(server) <= mostSkew)
    findings.push(ok('clock', `its clock and this machine's differ by ${Math.abs(server)} s`));
  else if (server !== null) {
    const whose = odd === 'server' ? "the server's clock" : 'the clocks';
    findings.push(warn('clock', `its clock is ${distance(server)} this machine's`, cure(whose)));
  }
  if (issuerAhead !== null && Math.abs(issuerAhead) > mostSkew) {
    const others = odd === 'issuer' ? 'those of this machine and of the server' : "this machine's";
    const whose = odd === 'issuer' ? "the issuer's clock" : 'the clocks';
    const message = `the clock of the issuer ${issuer} is ${distance(issuerAhead)} ${others}`;
    findings.push(warn('clock', message, cure(whose)));
  }
  return findings;
}

async function readMetadata(url: URL, get: Get): Promise<ResourceMetadata | null> {
  const path = url.pathname.replace(/\/+$/, '');
  for (const place of [`${url.origin}${metadataPath}${path}`, `${url.origin}${path}${metadataPath}`]) {
    const answer = await get(place);
    if (typeof answer === 'string' || answer.status !== 200) continue;
    const { resource, authorization_servers: servers } = objectOf(answer.text);
    if (resource === undefined && servers === undefined) continue;
    const issuer = addressOf(Array.isArray(servers) ? servers[0] : null);
    return { resource: addressOf(resource), issuer, place };
  }
  return null;
}

/** A web address that a server names, which may name anything. */
function addressOf(named: unknown): string | null {
  return typeof named === 'string' && named.length <= 500 && /^https?:/i.test(named) && URL.canParse(named)
    ? named
    : null;
}

async function loginFindings(
  base: string,
  { resource, issuer, place }: ResourceMetadata,
  settings: SettingValues,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { origin, pathname } = new URL(base);
  const wanted = `${origin}${metadataPath}${pathname.replace(/\/$/, '')}`;
  if (place !== wanted) {
    const message = `${wanted} does not give its metadata, and agents that log in look there`;
    findings.push(warn('login', message, 'Have the proxy pass that path on to the server as it is.'));
  }
  if (resource?.replace(/\/+$/, '') === base)
    findings.push(ok('login', `its metadata names the resource ${resource}`));
  else
    findings.push(
      warn(
        'login',
        `its metadata names the resource ${resource ?? '(none)'}, and not ${base}`,
        'Set public_url (and auth_audience) on the server to the address that readers use; agents refuse metadata of another resource.',
      ),
    );
  if (issuer === null)
    return [
      ...findings,
      fail('issuer', 'its metadata names no issuer', 'Set auth_issuer_url on the server.'),
    ];
  const stop = AbortSignal.timeout(patience * 1000);
  try {
    const own = createIssuer({ ...settings, oidc_issuer_url: issuer, oidc_client_id: 'precept' }, stop);
    await own?.talk(async () => {});
    findings.push(ok('issuer', `${issuer} answers as an OpenID issuer`));
  } catch (error) {
    const why = stop.aborted ? `${issuer} did not answer within ${patience} s` : reasonOf(error);
    const cure = connectionCause(why)?.cure ?? 'Check its address and the network.';
    findings.push(fail('issuer', why, `${cure} Nobody can log in meanwhile.`));
  }
  return findings;
}

/** What the token of this machine says, and what the server says to it. */
async function checkAccess(
  base: string,
  metadata: ResourceMetadata | null,
  { settings, env, home }: OutsideInput,
  { get, skews }: { readonly get: Get; readonly skews: Skews },
): Promise<Finding[]> {
  const isKnown = settings.master_server_url.includes(base);
  const own = isKnown || settings.masters.length > 0 ? settings : { ...settings, master_server_url: [base] };
  const { authorize, warnings } = createUnhurriedAuthorizer(own, { env, home });
  const given = metadata === null ? {} : await orIssuerAway(authorize(base, null));
  const login = given instanceof IssuerAway ? {} : given;
  const cure =
    given instanceof IssuerAway
      ? issuerAwayCure(given.message)
      : 'Set that right; without a token the server refuses this machine.';
  const told = given instanceof IssuerAway && warnings.length === 0 ? [noTokenWords(base, given)] : warnings;
  const findings = told.map((text) => fail('token', text, cure));
  const token = login.Authorization?.slice('Bearer '.length);
  if (metadata !== null && token === undefined && findings.length === 0)
    findings.push(await noTokenFinding(base, authorize));
  const who = (await authorize.describe?.(base)) ?? null;
  const answer = await get(`${base}/api/v1/scopes`, { ...login });
  await authorize.settle?.();
  if (metadata !== null && token !== undefined) {
    const isTaken = typeof answer !== 'string' && answer.status !== 401;
    findings.push(...tokenFindings(token, base, metadata, { isTaken, who, skews }));
  }
  const kept = await keptFinding(base, settings.default_scope, answer, (address) => get(address, login));
  return [...findings, ...accessFindings(base, answer, token ?? null, { who, skews }), ...kept];
}

/** Whether the server keeps the default scope from this login: it lists no scope to those who lack its roles. */
async function keptFinding(base: string, name: string | null, list: HttpAnswer | string, get: Get) {
  if (name === null || typeof list === 'string' || list.status !== 200) return [];
  const answer = await get(`${base}/api/v1/scopes/${encodeURIComponent(name)}/bundle`);
  if (typeof answer === 'string' || problemCode(answer) !== 'forbidden') return [];
  const cure = `Ask its owners for a role that the scope wants (auth in its metadata.yml). ${brokenCloses}`;
  return [fail('role', `the server keeps the scope ${name} from this login: a role is missing`, cure)];
}

/** A login that has ended is kept, and gives no token any more. */
async function noTokenFinding(base: string, authorize: Authorize): Promise<Finding> {
  const who = (await authorize.describe?.(base)) ?? null;
  if (isProgram(who))
    return fail(
      'token',
      `${who} gets no token`,
      'Check its secret, its audience, and what the issuer allows it.',
    );
  if (who !== null) return fail('token', `the login of ${who} has ended`, 'Run "precept login".');
  const cure = `Run "precept login ${base}", where that is a master of the settings or the server of this machine.`;
  return warn('token', `this machine has no login for ${base}`, cure);
}
