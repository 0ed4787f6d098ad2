import type { SettingValues } from '../../config/settings.ts';
import { connectionCause } from '../../runtime/http/connection-cause.ts';
import type { HttpAnswer } from '../../runtime/http/http-client.ts';
import { asksForCertificate, problemCode } from '../../runtime/http/refusal-reason.ts';
import { shorterHint } from '../checks/address-cure.ts';
import { proxyCure } from '../checks/check-masters.ts';
import { probeMaster } from '../checks/probe-master.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';

/** What the answer of an address to /health shows: a Precept server, something before it, or something else. */
export async function serverFindings(
  base: string,
  answer: HttpAnswer | string,
  settings: SettingValues,
): Promise<Finding[]> {
  if (typeof answer === 'string') return [await silentFinding(base, answer, settings)];
  const { status, headers, text } = answer;
  if (status === 400 && /plain HTTP request was sent to HTTPS port|HTTPS server/i.test(text)) {
    const message = `${base} answered 400: it speaks https on that port, and the address says http`;
    return [fail('server', message, `Write ${base.replace(/^http:/, 'https:')}.`)];
  }
  if (status === 400 && asksForCertificate(text)) {
    const message = `${base}/health answered 400: a proxy asks for a certificate of the client, and Precept sends none`;
    return [fail('server', message, 'Have it ask no certificate of readers: they log in by tokens.')];
  }
  const version = versionOf(answer);
  if (version !== null) return [ok('server', `${base} is Precept ${version}`)];
  if (problemCode(answer) === 'foreign-host') {
    const message = `${base} is Precept, and takes no requests for this host (foreign-host, ${status})`;
    return [
      fail('server', message, 'Set public_url on the server to this address, or write the address it has.'),
    ];
  }
  if (problemCode(answer) !== null && new URL(base).pathname === '/') {
    const message = `${base}/health reaches another path of a Precept server (${status})`;
    return [
      fail('server', message, 'Have the proxy before it pass paths on unchanged (proxy_pass in nginx).'),
    ];
  }
  if (problemCode(answer) !== null) {
    const cure = `Write the address of the server, without this path${shorterHint(base) || `, such as ${new URL(base).origin}`}.`;
    return [fail('server', `${base} is a path of a Precept server, and not its address (${status})`, cure)];
  }
  if (status === 502 || status === 503 || status === 504) {
    const message = `${base}/health answered ${status}: a proxy answers, and the server behind it does not`;
    const cure = 'See on that machine whether Precept runs and listens where the proxy asks.';
    return [fail('server', message, cure)];
  }
  if (status === 401 || status === 403) {
    const cure = `Have the proxy before it pass all paths on, and leave logins to Precept; or write the address of a Precept server, without /api/v1${shorterHint(base)}.`;
    return [fail('server', `${base}/health answered ${status}, and not like Precept`, cure)];
  }
  const ofProxy = proxyCure(status);
  if (ofProxy !== null)
    return [fail('server', `${base}/health answered ${status}, and not like Precept`, ofProxy)];
  const address = `Write the address of a Precept server, without /api/v1${shorterHint(base)}, or that of the precept.json of published files; a proxy has to pass all paths on.`;
  const isPage = status === 200 && /html/i.test(headers.get('content-type') ?? '');
  const page = ' If it is right, a login page of the network answers in its place: open it in a browser.';
  return [
    fail('server', `${base}/health answered ${status}, and not like Precept`, address + (isPage ? page : '')),
  ];
}

/** Why no answer came. A server that only speaks TLS may close a connection without a word. */
async function silentFinding(base: string, reason: string, settings: SettingValues): Promise<Finding> {
  const cause = connectionCause(reason);
  const message = `${base}/health: ${cause === null ? reason : `${cause.words} (${reason})`}`;
  if (cause !== null) return fail('server', message, cause.cure);
  if (/another origin/.test(reason))
    return fail(
      'server',
      message,
      'If that is where the server is, write that address; else a login page of the network answers in its place: open it in a browser.',
    );
  const { speaks } = base.startsWith('http:') ? await probeMaster(base, settings) : { speaks: null };
  if (speaks === null)
    return fail('server', message, 'Check the address, the network and the proxies between.');
  return fail(
    'server',
    `${base} speaks https on that port, and the address says http (${reason})`,
    `Write ${speaks}.`,
  );
}

/** What its answer to /ready says of its database and of the issuer of logins; a server without them says nothing. */
export function readyFindings(answer: HttpAnswer | string): Finding[] {
  const { store, issuer } = typeof answer === 'string' ? {} : objectOf(answer.text);
  const findings: Finding[] = [];
  if (store === 'unavailable') {
    const cure = 'Run "precept doctor" on the server, with its settings and its PRECEPT_STORE_URL.';
    const message = 'its database does not answer or takes nothing: feedback, usage and fleet get 503';
    findings.push(warn('store', message, cure));
  }
  if (issuer === 'unavailable') {
    const message = 'it gets no keys of the issuer of logins: callers get 503, at once or within ten minutes';
    findings.push(warn('server', message, issuerCure));
  }
  return findings;
}

/** What to do about an issuer that a server does not reach. */
export const issuerCure =
  'Its log says why: the network there, the CA of the issuer (remote_ssl_ca_bundle) or the clock.';

/** The version that a Precept server says at /health; null for any other answer. */
export function versionOf({ status, text }: HttpAnswer): string | null {
  const { version } = status === 200 ? objectOf(text) : {};
  return typeof version === 'string' && /^[\w.+-]{1,50}$/.test(version) ? version : null;
}

/** The mapping that a JSON text is; an empty one for any other. */
export function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(text.length < 100_000 ? JSON.parse(text) : null);
  } catch {
    return {};
  }
}
