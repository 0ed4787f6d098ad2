import { AuthError } from '../../auth/auth-error.ts';
import { createIssuer } from '../../auth/issuer.ts';
import { findLogins } from '../../auth/log-in/find-logins.ts';
import { unsafeOf } from '../../auth/log-in/login-origins.ts';
import { whoElseReads } from '../../auth/tokens/exposure.ts';
import type { LoginSettings } from '../../auth/tokens/master-logins.ts';
import { claimedTime, claimsOf } from '../../auth/tokens/token-claims.ts';
import { credentialsPath, peekLogin, type StoredLogin } from '../../auth/tokens/token-store.ts';
import type { SettingValues } from '../../config/settings.ts';
import { whyNoSessions } from '../../config/values/check-login-settings.ts';
import { isManifestUrl } from '../../config/values/master-url.ts';
import { connectionCause } from '../../runtime/http/connection-cause.ts';
import { IssuerAway, noTokenWords, orIssuerAway } from '../../runtime/http/send-with-login.ts';
import { tryPort } from '../../runtime/http/try-port.ts';
import { reasonOf } from '../../runtime/reason-of.ts';
import { distance, issuerSkew, mostSkew } from '../clock.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { createUnhurriedAuthorizer } from '../unhurried-authorizer.ts';
import { issuerAwayCure } from './check-masters.ts';

const logIn = 'Run "precept login".';
/** Milliseconds that an issuer has to answer. */
const patience = 3000;

/** The login that the settings name: who, until when, and for which masters. The store is only read, and no token leaves it. */
export async function checkLogin(patient: Patient): Promise<Finding[]> {
  const { settings } = patient.config;
  const { auth_issuer_url: incoming } = settings;
  const { logins, findings: machines } = await loginsToCheck(patient);
  const urls = [...new Set(logins.flatMap(({ oidc_issuer_url: url }) => url ?? []))];
  const nameOf = (url: string) => (url === settings.oidc_issuer_url ? 'oidc_issuer_url' : 'masters');
  const issuers = [
    ...(await Promise.all(urls.map((url) => checkIssuer(settings, nameOf(url), url)))).flat(),
    ...(incoming && !urls.includes(incoming) ? await checkIssuer(settings, 'auth_issuer_url', incoming) : []),
  ];
  const exposed = await whoElseReads(credentialsPath(patient.home), patient.platform);
  const exposure = exposed === null ? [] : [warn('login', exposed.message, exposed.cure)];
  if (logins.length === 0) {
    const own = incoming
      ? `callers log in at ${incoming}; this machine itself logs in nowhere`
      : 'none is set up';
    const none = machines.length === 0 ? [ok('login', own)] : machines;
    return [...none, ...checkSessions(settings), ...exposure, ...issuers];
  }
  const port = await checkRedirectPort(settings.oidc_redirect_port);
  const stored = await Promise.all(logins.map((login) => checkStored(patient, login)));
  return [...stored.flat(), ...machines, ...checkSessions(settings), ...exposure, ...issuers, ...port];
}

/** What keeps `precept serve` from starting where people are to sign in with a browser. */
function checkSessions(settings: SettingValues): Finding[] {
  const why = whyNoSessions(settings);
  if (why === null) return [];
  const [mistake, cure = ''] = `setting auth_client_id${why}`.split('; ');
  return [fail('login', `${mistake}: the server does not start`, sentence(cure))];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, the same on every replica, in PRECEPT_SESSION_SECRET.`;
}

/** The logins of people that the settings name, and what is to be said of masters that get their tokens otherwise. */
async function loginsToCheck({
  config: { settings },
  env,
}: Patient): Promise<{ logins: readonly LoginSettings[]; findings: Finding[] }> {
  const { masters, oidc_issuer_url: url, oidc_client_id: clientId } = settings;
  const refusals = await machineRefusals(settings, env);
  if (masters.length === 0 && (!url || !clientId)) return { logins: [], findings: [] };
  try {
    const { logins, notes } = await findLogins(settings, env);
    return {
      logins,
      findings: notes.map((note) =>
        / gets no token: /.test(note)
          ? fail(
              'login',
              note.replace(/\.$/, ''),
              'Have the platform write it into that file or environment variable, or name another in masters.',
            )
          : (refusals.find((refusal) => refusal.url === note.split(' ')[0])?.finding ??
            ok('login', note.replace(/\.$/, ''))),
      ),
    };
  } catch (error) {
    return {
      logins: [],
      findings: [fail('login', reasonOf(error), 'Set it, or take the login out of masters.')],
    };
  }
}

/**
 * What is wrong with the tokens that masters get without a person: those that a client gets by its secret are asked for; those of files and
 * variables may be past their end.
 */
async function machineRefusals(settings: SettingValues, env: Patient['env']) {
  const asked = settings.masters.filter(
    ({ client_secret_env, token_file, token_env }) => client_secret_env ?? token_file ?? token_env,
  );
  const found = await Promise.all(
    asked.map(async ({ url, client_secret_env: secret }) => {
      const { authorize, warnings } = createUnhurriedAuthorizer(settings, { env });
      const login = await orIssuerAway(authorize(url, null));
      if (!(login instanceof IssuerAway) && login.Authorization !== undefined)
        return endedFindings(url, login.Authorization, (await authorize.describe?.(url)) ?? '');
      if (secret === undefined) return [];
      const why =
        warnings[0] ?? (login instanceof IssuerAway ? noTokenWords(url, login) : `${url} gets no token`);
      const cure =
        login instanceof IssuerAway
          ? issuerAwayCure(why)
          : 'Check the client, its secret and its audience in masters, and what the issuer allows it.';
      return [{ url, finding: fail('login', why, cure) }];
    }),
  );
  return found.flat();
}

/** Whether a token that is sent to a master is past its end; `what` is it in words. Precept renews none of files and variables. */
function endedFindings(url: string, bearer: string, what: string) {
  const { exp } = claimsOf(bearer);
  if (typeof exp !== 'number' || exp * 1000 > Date.now()) return [];
  const message = `${what} for ${url} ended at ${claimedTime(exp)}`;
  const cure = `Have whoever provides ${what.replace(/^the token of /, '')} put a new token there; Precept reads it anew by itself.`;
  return [{ url, finding: fail('login', message, cure) }];
}

/** The port at which `precept login` waits for the browser to come back; 0 takes any. */
async function checkRedirectPort(port: number): Promise<Finding[]> {
  if (port === 0 || (await tryPort('127.0.0.1', port)) !== 'EADDRINUSE') return [];
  const message = `oidc_redirect_port ${port} is in use by another program, and "precept login" waits there`;
  return [warn('login', message, 'Choose another that the issuer allows; 0 takes any.')];
}

async function checkStored(patient: Patient, settings: LoginSettings): Promise<Finding[]> {
  const { config, home, shown } = patient;
  const { master_server_url: masters, oidc_issuer_url: url, oidc_client_id: clientId } = settings;
  const key = { url: url ?? '', clientId: clientId ?? '', audience: settings.oidc_audience || null };
  const say = masters.length > 0 ? fail : warn;
  const path = credentialsPath(home);
  let login: StoredLogin | null | undefined;
  try {
    login = await peekLogin(path, key);
  } catch (error) {
    const cure =
      'See that it is a file which you may read and write, or move it away and run "precept login".';
    return [say('login', `${shown(path)} cannot be read: ${reasonOf(error)}`, cure)];
  }
  if (login === undefined) return [say('login', `the stored logins in ${shown(path)} are damaged`, logIn)];
  if (login === null)
    return [
      say('login', `nobody is logged in at ${key.url}`, cureOfNone(config, masters)),
      ...unsafeFindings(masters),
    ];
  const refused = login.refresh_token === null ? null : await refreshFinding(patient, masters);
  return [refused ?? whenFinding(login, key.url, say), ...whereFindings(login, settings)];
}

/** Why the issuer renews a login no more, as a request to its masters would find; null where it does, is away, or is not asked. */
async function refreshFinding(
  { config, env, home }: Patient,
  masters: readonly string[],
): Promise<Finding | null> {
  const [url] = masters.filter((one) => !isManifestUrl(one) && !unsafeOf([one]).includes(one));
  if (url === undefined) return null;
  const { authorize, warnings } = createUnhurriedAuthorizer(config.settings, { env, home });
  const login = await orIssuerAway(authorize(url, null));
  await authorize.settle?.();
  const why = warnings.find((text) => text.startsWith('the login cannot be refreshed: '));
  if (why === undefined || login instanceof IssuerAway) return null;
  const say = login.Authorization === undefined ? fail : warn;
  return say('login', why, 'Set that right, at the issuer or in the settings. The login itself is kept.');
}

/** What to do where nobody is logged in: a program at these masters wants its secret instead. */
function cureOfNone({ settings }: Patient['config'], urls: readonly string[]): string {
  const entries = settings.masters.filter(({ url }) => urls.includes(url));
  const secrets = [...new Set(entries.flatMap(({ client_secret_env: name }) => name ?? []))];
  return secrets.length === 0
    ? logIn
    : `Run "precept login"; a program sets ${secrets.join(' and ')} instead.`;
}

function whenFinding(login: StoredLogin, url: string, say: typeof fail): Finding {
  const who = login.name ?? login.subject;
  const as = `logged in at ${url}${who === null ? '' : ` as ${who}`}`;
  const { expires_at: end, refresh_token: refresh } = login;
  if (refresh !== null) return ok('login', `${as}, renewed by itself`);
  if (end === null) return ok('login', `${as}, with no known end`);
  const time = claimedTime(end);
  if (end * 1000 > Date.now()) return ok('login', `${as} until ${time}, not renewed`);
  return say('login', `the login at ${url} ended at ${time}`, logIn);
}

function unsafeFindings(masters: readonly string[]): Finding[] {
  return unsafeOf(masters).map((url) =>
    fail('login', `the login is not sent to ${url}: others could read it over plain http`, 'Use https.'),
  );
}

/** Masters that a login does not go to, and whom it is for. */
function whereFindings(login: StoredLogin, settings: LoginSettings): Finding[] {
  const masters = settings.master_server_url;
  const findings = unsafeFindings(masters);
  const missing = masters
    .filter((url) => !unsafeOf([url]).includes(url))
    .map((url) => new URL(url).origin)
    .filter((origin) => !login.origins?.includes(origin));
  if (missing.length > 0)
    findings.push(
      fail(
        'login',
        `the login was not made for ${missing.join(', ')} and is not sent there`,
        `${logIn} It shows where the login goes.`,
      ),
    );
  const wanted = settings.oidc_audience;
  const audience = audienceOf(login);
  if (wanted !== null && audience !== null && !audience.includes(wanted))
    findings.push(
      fail(
        'login',
        `the login is for the audience ${audience.join(', ')}, and oidc_audience is ${wanted}`,
        `${logIn} Masters refuse tokens for others.`,
      ),
    );
  const { iat } = claimsOf(login.access_token);
  if (typeof iat === 'number' && iat > Date.now() / 1000 + 60)
    findings.push(
      warn(
        'login',
        "this machine's clock is behind the issuer's",
        'Set the clock by NTP; logins end at the wrong time.',
      ),
    );
  return findings;
}

/** Whom a login was asked for, else whom its token names; null where neither tells. */
function audienceOf(login: StoredLogin): readonly string[] | null {
  if (login.audience !== undefined && login.audience !== null) return [login.audience];
  const { aud } = claimsOf(login.access_token);
  if (typeof aud === 'string') return [aud];
  return Array.isArray(aud) ? aud.filter((one) => typeof one === 'string') : null;
}

/** The clock of the issuer whose tokens this server judges. */
async function clockFinding(settings: SettingValues, url: string): Promise<Finding[]> {
  const skew = await issuerSkew(url, settings, patience);
  if (skew === null || Math.abs(skew) <= mostSkew) return [];
  const message = `the clock of the issuer ${url} is ${distance(skew)} this machine's`;
  return [warn('clock', message, 'Set the clocks by NTP; tokens are refused by clocks that differ.')];
}

/** Whether an issuer answers as one. */
async function checkIssuer(settings: SettingValues, name: string, url: string): Promise<Finding[]> {
  const stop = AbortSignal.timeout(patience);
  const issuer = createIssuer({ ...settings, oidc_issuer_url: url, oidc_client_id: 'precept' }, stop);
  try {
    await issuer?.talk(async () => {});
    return url === settings.auth_issuer_url ? await clockFinding(settings, url) : [];
  } catch (error) {
    const why = stop.aborted ? `${url} did not answer within ${patience / 1000} s` : reasonOf(error);
    if (!stop.aborted && !(error instanceof AuthError)) throw error;
    const cure = connectionCause(why)?.cure ?? 'Check its address and the network.';
    const effect =
      name === 'auth_issuer_url'
        ? 'Meanwhile callers get 503, once the keys that the server has are ten minutes old.'
        : 'Nobody can log in, and no login is renewed, meanwhile.';
    return [warn('login', `${name}: ${why}`, `${cure} ${effect}`)];
  }
}
