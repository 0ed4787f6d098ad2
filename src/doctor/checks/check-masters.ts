import type { Config } from '../../config/config.ts';
import { hasOtherScopes } from '../../config/other-scopes.ts';
import { isManifestUrl } from '../../config/values/master-url.ts';
import { isLoopbackHost } from '../../config/values/safe-address.ts';
import { noList } from '../../federation/master-error.ts';
import type { MasterState } from '../../federation/master-health.ts';
import { connectionCause } from '../../runtime/http/connection-cause.ts';
import { isOfIssuer } from '../../runtime/http/send-with-login.ts';
import { distance, mostSkew } from '../clock.ts';
import { count, type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { cureOfRefused } from '../refused-token.ts';
import { addressCure } from './address-cure.ts';
import { checkInherited } from './check-inherited.ts';
import { refusedScopes } from './check-roles.ts';
import { checkDefaultScope } from './check-rules.ts';
import { type Probe, probeMaster } from './probe-master.ts';

/** The masters, all asked at once and each for at most `remote_timeout_seconds`; then the scopes that there are in all. */
export async function checkMasters(patient: Patient): Promise<Finding[]> {
  const findings = await checkEachMaster(patient);
  const { names, unavailable } = await patient.service.scopes();
  const denied = await refusedScopes(patient.service, names);
  // Where there are no scopes at all, that is the finding; where a setting that names more of them is wrong, that is.
  const isTold =
    denied.has(patient.config.settings.default_scope ?? '') ||
    (names.length === 0 && !hasOtherScopes(patient.config)) ||
    patient.lacksScopes;
  const missing = isTold ? [] : checkDefaultScope(patient.service, names, unavailable.length === 0);
  // What is missing for another cause is told with that cause.
  const isWhole = unavailable.length === 0 && denied.size === 0 && hasOtherScopes(patient.config);
  const inherited = isWhole && !patient.lacksScopes ? await checkInherited(patient.service) : [];
  return [...findings, ...denied.values(), ...missing, ...inherited];
}

/** Each master of the settings: whether it answers, its clock, its signature, and what it names and does not give. */
export async function checkEachMaster({
  service,
  config,
}: Pick<Patient, 'service' | 'config'>): Promise<Finding[]> {
  await service.scopes();
  // One that is slow, where there is a copy of its list, was not waited for; what is known of one that is away may be of a moment ago.
  // Only one that gives no answer in time is not asked again.
  const isLeft = ({ state, reason }: MasterState) =>
    state !== 'available' && !/no answer within/.test(reason ?? '');
  if ((await service.masterStates()).some(isLeft)) await service.surveyMasters();
  const states = await service.masterStates();
  const denied = await service.deniedMasters();
  const lacking = await service.lackingScopes();
  const probes = await Promise.all(
    states.map(async ({ url, reason }) => {
      // One that gives no answer would give none to a second question either.
      const isSilent = /no answer within/.test(reason ?? '');
      return isSilent || isManifestUrl(url) ? undefined : await probeMaster(url, config.settings);
    }),
  );
  // Without a login, a server that asks for one answers 401 at every path, so a wrong one shows only with the login.
  const isClosed = states.some(({ state }, at) => state === 'available' && probes[at]?.status === 401);
  const surveyed = isClosed ? await service.surveyMasters() : [];
  return states.flatMap((state, at) => {
    const itself = itselfFinding(state, config);
    if (itself !== null) return [itself];
    const gaps = lacking.filter(({ url }) => url === state.url);
    const isElsewhere = surveyed.some(({ url, reason }) => url === state.url && reason === noList);
    return [
      ...findingsOf(
        state,
        isElsewhere && probes[at] ? { ...probes[at], status: 404 } : probes[at],
        denied.includes(state.url) ? deniedCure(state, config) : null,
      ),
      ...signatureFindings(state),
      ...gapFindings(gaps),
    ];
  });
}

/** A master that is the very address at which this server listens, or would; null for any other. */
function itselfFinding({ url, state }: MasterState, { settings, sources }: Config): Finding | null {
  const { protocol, hostname, port } = new URL(url);
  const { http_host: host, http_port: own } = settings;
  const isHere = hostname === host || (isLoopbackHost(hostname) && (isLoopbackHost(host) || isAny(host)));
  if (protocol !== 'http:' || Number(port || 80) !== own || !isHere) return null;
  // Another server is meant to have the usual port; this one listens elsewhere then, or over stdio alone.
  if ((sources.http_port ?? 'default') === 'default') return null;
  const say = state === 'available' ? warn : fail;
  const message = `${url} is the address of this server itself (http_host, http_port), which cannot be its own master`;
  return say(
    'masters',
    message,
    'Take it out of master_server_url, or have one of the two listen on another port.',
  );
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Days before the end of a signature from which on it should have been made anew: a quarter of the usual thirty. */
const lastDays = 7;

function signatureFindings({ url, state, signed_until: end }: MasterState): Finding[] {
  if (end === undefined || state !== 'available') return [];
  const days = (Date.parse(end) - Date.now()) / 86_400_000;
  if (days >= lastDays || !isManifestUrl(url)) return [ok('masters', `${url} is signed, good until ${end}`)];
  const cure = 'Whoever publishes it has stopped, or somebody holds it back: have it published anew.';
  return [warn('masters', `${url} is signed, good only until ${end}`, cure)];
}

/** What published files name and do not hold: somebody keeps a part of them back, or half of them was copied there. */
function gapFindings(gaps: readonly { url: string; scope: string; reason: string }[]): Finding[] {
  const [first] = gaps;
  if (first === undefined) return [];
  const message = `${first.url} does not give ${count(gaps.length, 'scope')} that it names, ${first.scope} for one: ${first.reason}`;
  return [
    fail('masters', message, 'Somebody has changed or removed its files: have all of it published anew.'),
  ];
}

const signatureCures = {
  unsigned: 'Have it signed, or take its key out of master_keys if that is meant.',
  'bad-signature':
    'Ask its owners whether the key has changed, or signing was left out; if not, somebody else has written it.',
  rollback: 'Somebody serves an old state of it again, or a backup was put back: have it published anew.',
  expired: 'Whoever publishes it has stopped, or somebody holds it back: have it published anew.',
} as const;

function findingsOf(
  { url, state, reason, trouble, age_seconds: age }: MasterState,
  probe: Probe | undefined,
  deniedCure: string | null,
): Finding[] {
  const findings: Finding[] = [];
  if (state === 'available' && probe?.status === 404) {
    const message = `${url} answers, but has no scopes under /api/v1 (404)`;
    findings.push(fail('masters', message, addressCure(url)));
  } else if (state === 'available') {
    findings.push(ok('masters', `${url} is available, last answer ${age ?? 0} s ago`));
  } else {
    const message = `${url} is ${state}${reason === null ? '' : `: ${reason}`}`;
    const cure = trouble === undefined ? cureOf(url, reason ?? '', probe) : signatureCures[trouble];
    findings.push(fail('masters', message, deniedCure ?? cure));
  }
  const skew = probe?.skew ?? 0;
  if (Math.abs(skew) > mostSkew) {
    const message = `the clock of ${url} is ${distance(skew)} this machine's`;
    findings.push(
      warn('masters', message, 'Set the clocks by NTP; tokens are refused by clocks that differ.'),
    );
  }
  return findings;
}

/** What to do where a master answers 401 or 403. */
function deniedCure({ url, reason }: MasterState, { settings }: Config): string {
  if (reason?.includes('foreign-host'))
    return 'Have its owners set public_url to this address, or write the address that the server itself has.';
  if (reason?.includes('a proxy before it'))
    return `"precept doctor ${url}" tells whether Precept answers there. If it does, run "precept login", or ask its owners for access.`;
  const outside = `"precept doctor ${url}" tells whether a proxy drops the token.`;
  const entry = settings.masters.find((master) => master.url === url);
  const { client_secret_env: secret, token_env: variable, token_file: file } = entry ?? {};
  const given = [file, variable, secret].filter((one) => one !== undefined);
  if (!reason?.includes('does not accept the token'))
    return given.length > 0
      ? `See that ${given.join(' or ')} has what masters names it for; the finding of its login says more. ${outside}`
      : reason?.includes('401')
        ? `Run "precept login"; if you are logged in: ${outside}`
        : 'Run "precept login"; if you are logged in, ask its owners for access.';
  const provided = file ?? variable;
  if (/has expired/.test(reason) && provided !== undefined)
    return `Have whoever provides ${provided} put a new token there. If the present one has not ended yet, clocks differ: "precept doctor ${url}" compares them.`;
  if (/has expired|in the future|not valid yet/.test(reason))
    return `A new token is refused like that where clocks differ: set those of this machine, of the issuer and of the server by NTP; "precept doctor ${url}" compares them.`;
  const outsideShows = `"precept doctor ${url}" shows the token beside what the server wants.`;
  if (provided !== undefined)
    return `${cureOfRefused('', reason, { who: `the token of ${provided}` })} ${outsideShows}`;
  const { audience = settings.oidc_audience } = entry ?? {};
  if (audience === null && secret !== undefined)
    return `Write its auth_audience, which tokens have to be for, as audience in masters. ${outsideShows}`;
  return audience === null
    ? 'Write its auth_audience, which tokens have to be for, as oidc_audience; then run "precept login".'
    : `Set that right, at the issuer or in the settings; ${outsideShows}`;
}

const meanwhile = 'Local rules are served meanwhile, and its copy where there is one.';

/** What to do, by what went wrong. */
const cures: readonly (readonly [RegExp, string])[] = [
  [/no answer within/, `Check the network and the firewall, or raise remote_timeout_seconds. ${meanwhile}`],
  [
    /certificate of the client/,
    `Have it ask no certificate of its readers: they log in by tokens. ${meanwhile}`,
  ],
  [/it answered 5\d\d\b/, `It has a fault of its own: tell its owners. ${meanwhile}`],
  [
    /redirects to another origin/,
    'If that is where the server is, write it in master_server_url; else a login page of the network answers in its place: open the address in a browser.',
  ],
];

/** What to do about a status that only a proxy before a server answers with; null for another. */
export function proxyCure(status: number): string | null {
  if (status === 407)
    return 'A proxy asks for a login, and Precept sends it none: open a direct way to the server.';
  if (status === 429) return 'A proxy limits the requests of this machine: have it let more through.';
  return null;
}

/** What to do about an issuer that gives no token since it is away; what the client has is not the matter. */
export function issuerAwayCure(reason: string): string {
  const cure = connectionCause(reason)?.cure ?? 'Check its address and the network.';
  return `The issuer does not answer, and has refused nothing. ${cure} ${meanwhile}`;
}

function cureOf(url: string, reason: string, probe: Probe | undefined): string {
  if (isOfIssuer(reason)) return issuerAwayCure(reason);
  if (probe?.speaks)
    return `It speaks ${new URL(probe.speaks).protocol.slice(0, -1)} there: write ${probe.speaks} in master_server_url.`;
  if ([502, 503, 504].includes(probe?.status ?? 0) && !/json/.test(probe?.type ?? ''))
    return `A proxy answers, and the server behind it does not: tell its owners. ${meanwhile}`;
  if ((probe?.status ?? 0) >= 500) return `It has a fault of its own: tell its owners. ${meanwhile}`;
  if (isManifestUrl(url) && /\b404\b/.test(reason)) return addressCure(url);
  const ofProxy = proxyCure(probe?.status ?? 0);
  if (ofProxy !== null) return `${ofProxy} ${meanwhile}`;
  const known = cures.find(([pattern]) => pattern.test(reason));
  if (known !== undefined) return known[1];
  const cause = connectionCause(reason);
  if (cause !== null)
    return `${capital(cause.words)}: ${cause.cure.charAt(0).toLowerCase()}${cause.cure.slice(1)} ${meanwhile}`;
  if (/html/i.test(`${reason} ${probe?.type ?? ''}`))
    return `${addressCure(url)} If it is right, a login page of the network answers in its place: open it in a browser.`;
  if (/json/i.test(reason)) return addressCure(url);
  return `Check the address, the network and remote_ssl_ca_bundle. ${meanwhile}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
