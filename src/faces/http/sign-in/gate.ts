import { type BrowserSession, isEnding } from '../../../auth/browser/browser-session.ts';
import { createSignIn, type SignIn, SignInFailed } from '../../../auth/browser/sign-in.ts';
import type { VerifyToken } from '../../../auth/callers/verify-token.ts';
import { isSafeAddress } from '../../../config/values/safe-address.ts';
import { Fault } from '../../../model/fault.ts';
import type { Service } from '../../../service/service.ts';
import { wantsPage } from '../explorer/routes.ts';
import { HttpFault } from '../fault-with-headers.ts';
import { admit } from '../guard/caller.ts';
import { baseHeaders } from '../guard/headers.ts';
import { type AddressOf, pathPrefix } from '../guard/public-address.ts';
import {
  bringsSession,
  forgetBond,
  forgetSession,
  keepBond,
  keepSession,
  secretIn,
  sessionIn,
} from './cookies.ts';
import { failures, signedOut, tooLarge } from './notes.ts';
import { noteResponse } from './pages.ts';
import { toReturnPath } from './return-path.ts';

/** Lets people in who have signed in with their browser. */
export interface SignInGate {
  /**
   * The answer to a request that is about signing in, or of a person who has to do that; true for that of a browser that has signed
   * in, which is admitted; false for all others, who need a bearer token. Faults: `foreign-origin`, `method-not-allowed`.
   */
  admit(request: Request, visit: Visit): Promise<Response | boolean>;
}

/** What is known about a request besides. */
interface Visit {
  readonly pathname: string;
  /** It was sent by a page of this server: browsers say so with every POST. */
  readonly isOwnPage: boolean;
  /** Sessions count here at all. */
  readonly takesSessions: boolean;
}

const callbackPath = '/auth/callback';

/** The gate of a service whose settings have `auth_client_id`. */
export function createSignInGate(
  service: Service,
  { addressOf, verify }: { addressOf: AddressOf; verify: VerifyToken },
): SignInGate {
  const { settings } = service.config;
  const now = () => Date.now();
  const signIn = createSignIn(settings, { verify, now }) as SignIn;
  const prefix = pathPrefix(service);

  async function toIssuer(request: Request, returnTo: string, silent: boolean): Promise<Response> {
    const address = addressOf(request);
    if (!isSafeAddress(new URL(address)))
      throw new SignInFailed('unusable', `browsers reach it at ${address}, over plain http; use https`);
    const redirectUri = address + callbackPath;
    const begun = await signIn.begin({ redirectUri, returnTo, silent });
    return redirect(302, begun.address, keepBond(request, begun.bond));
  }

  async function finish(request: Request): Promise<Response> {
    const callback = new URL(addressOf(request) + callbackPath + new URL(request.url).search);
    const { session, returnTo, bond } = await signIn.finish(callback, (name) => secretIn(request, name));
    if (session === null) return await toIssuer(request, returnTo, false);
    const cookies = keepSession(await signIn.seal(session), session.end - now() / 1000);
    if (cookies === null) {
      service.log.error('a sign-in failed: the roles in the token are more than three cookies take');
      return noteResponse(tooLarge, request, { prefix });
    }
    return redirect(302, prefix + returnTo, [...cookies, forgetBond(bond)]);
  }

  async function answer(request: Request, visit: Visit): Promise<Response | null> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    switch (visit.pathname) {
      case '/auth/login': {
        if (!isRead) return null;
        const asked = new URL(request.url).searchParams.get('return_to');
        return await toIssuer(request, toReturnPath(asked), false);
      }
      case callbackPath:
        // A HEAD, by what looks at links in advance, would use up the code.
        return request.method === 'GET' ? await finish(request) : null;
      case '/auth/logout':
        return request.method === 'POST' ? logOut(visit, `${prefix}/auth/signed-out`) : notAllowed();
      case '/auth/signed-out':
        return isRead ? await farewell(request, signIn, prefix) : null;
      default:
        return null;
    }
  }

  return {
    async admit(request, visit) {
      try {
        const response = await answer(request, visit);
        if (response !== null) return response;
      } catch (error) {
        return failed(error, request, { log: service.log, prefix });
      }
      if (!visit.takesSessions || request.headers.has('authorization')) return false;
      const session = await sessionOf(request, visit, signIn);
      const { search } = new URL(request.url);
      const here = visit.pathname + search;
      if (session === null)
        return isNavigation(request) ? redirect(302, prefix + loginPath(here), []) : false;
      if (isEnding(session, now() / 1000) && isNavigation(request)) {
        const renewing = await toIssuer(request, toReturnPath(here), true).catch(() => null);
        // The issuer is out of reach: the session holds as long as it does.
        if (renewing !== null) return renewing;
      }
      admit(request, session.claims, { name: session.name, logoutPath: `${prefix}/auth/logout` });
      return true;
    },
  };
}

/** Where a person signs in who then goes to a path of this server. */
function loginPath(returnTo: string): string {
  return `/auth/login?return_to=${encodeURIComponent(returnTo)}`;
}

/** A failure as a page; its reason goes into the log. */
function failed(
  error: unknown,
  request: Request,
  { log, prefix }: { log: Service['log']; prefix: string },
): Response {
  if (!(error instanceof SignInFailed)) throw error;
  const note = failures[error.why];
  const line = `a sign-in failed: ${error.message}`;
  if (note.status >= 500) log.error(line);
  else log.info(line);
  const links = [{ text: 'Sign in again', href: loginPath('/') }];
  return noteResponse({ ...note, links }, request, { prefix });
}

/** Ends the session, and leads on to `to`. */
function logOut({ isOwnPage }: Visit, to: string): Response {
  if (!isOwnPage)
    throw new Fault('foreign-origin', 'Only a page of this server can sign out; use its button for that.');
  return redirect(303, to, forgetSession());
}

async function farewell(request: Request, signIn: SignIn, prefix: string): Promise<Response> {
  const issuer = await signIn.logoutAddress();
  const links = [
    { text: 'Sign in again', href: loginPath('/') },
    ...(issuer === null ? [] : [{ text: `Sign out at ${new URL(issuer).host}`, href: issuer }]),
  ];
  return noteResponse({ ...signedOut, links }, request, { prefix });
}

/** The session that a request brings, where one counts; null without. */
async function sessionOf(request: Request, visit: Visit, signIn: SignIn): Promise<BrowserSession | null> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const counts = isRead || (visit.isOwnPage && visit.pathname.startsWith('/api/v1/'));
  const text = counts && bringsSession(request) ? sessionIn(request) : null;
  return text === null ? null : signIn.open(text);
}

/** Whether a person goes to this page, rather than a script of a page to its data. */
function isNavigation(request: Request): boolean {
  const use = request.headers.get('sec-fetch-dest');
  return wantsPage(request) && (use === null || use === 'document');
}

function redirect(status: 302 | 303, to: string, cookies: readonly string[]): Response {
  const headers = new Headers({ ...baseHeaders, Location: to, 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status, headers });
}

function notAllowed(): never {
  throw new HttpFault('method-not-allowed', 'This path takes POST only.', { Allow: 'POST' });
}
