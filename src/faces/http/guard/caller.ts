import type { Claims } from '../../../model/claims.ts';
import { Fault } from '../../../model/fault.ts';
import { readLoop } from '../../../model/loop.ts';
import type { Service } from '../../../service/service.ts';
import type { PlainRequest } from '../plain.ts';

// A request is one object all the way from the listener to the answer.
const admitted = new WeakMap<PlainRequest, Claims>();

/** A person who signed in with a browser, as pages show it. */
export interface Account {
  readonly name: string;
  /** Where the browser goes to sign out. */
  readonly logoutPath: string;
}

const accounts = new WeakMap<Request, Account>();

// The log knows a request by what the socket gave.
const requests = new WeakMap<object, Request>();

/** Remembers which request came of what the socket gave. */
export function cameOf(incoming: object, request: Request): void {
  requests.set(incoming, request);
}

/** Whom the verified token of what the socket gave names; undefined without a token. */
export function subjectOf(incoming: object): string | undefined {
  const request = requests.get(incoming);
  const sub = request === undefined ? undefined : admitted.get(request)?.sub;
  return typeof sub === 'string' ? sub : undefined;
}

/** Whether callers of the listener have to log in. */
export function asksForLogin(service: Service): boolean {
  return service.config.settings.auth_issuer_url !== null;
}

/** Remembers what the verified token of a request says, and who signed in where no token came with it. */
export function admit(request: Request, claims: Claims, account?: Account): void {
  admitted.set(request, claims);
  if (account !== undefined) accounts.set(request, account);
}

/** Who signed in with the browser that sent a request; undefined where nobody did. */
export function accountOf(request: Request): Account | undefined {
  return accounts.get(request);
}

/** What the token of a request says; null where nobody has to log in. Fault: `unauthorized` for a request not admitted. */
export function claimsOf(request: PlainRequest, service: Service): Claims | null {
  const claims = admitted.get(request) ?? null;
  if (claims === null && asksForLogin(service)) throw new Fault('unauthorized', 'This takes a bearer token.');
  return claims;
}

/** The service as it is for whoever sent this request: every answer with content has to come from this one. */
export function callerOf(request: PlainRequest, service: Service): Service {
  const claims = claimsOf(request, service);
  const loop = request.headers.get('cdn-loop');
  return loop === null && claims === null ? service : service.for({ hops: readLoop(loop), claims });
}
