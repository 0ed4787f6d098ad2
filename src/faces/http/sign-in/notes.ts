import type { SignInFailed } from '../../../auth/browser/sign-in.ts';
import type { Fault } from '../../../model/fault.ts';
import { HttpFault } from '../fault-with-headers.ts';
import type { Note } from './pages.ts';

const logged = 'Whoever runs this server finds the reason in its log.';

/** Pages for those whose sign-in came to nothing, without the link to try again. */
export const failures: Readonly<Record<SignInFailed['why'], Note>> = {
  stale: {
    status: 400,
    title: 'This sign-in cannot be finished',
    lead: 'It took too long, was finished before, or began in another browser.',
    next: 'Sign in again. If that leads back here, let this browser keep cookies of this site.',
  },
  refused: {
    status: 403,
    title: 'You were not signed in',
    lead: 'Where you sign in, you or a policy refused it.',
    next: 'Try again, or ask whoever gives out accounts to let you in.',
  },
  unavailable: {
    status: 503,
    title: 'Nobody can sign in at the moment',
    lead: 'The service where you sign in does not answer as it should. Nothing is wrong with your account.',
    next: `Try again in a minute. ${logged}`,
  },
  unusable: {
    status: 500,
    title: 'The sign-in did not work',
    lead: 'You were let in, but this server cannot use what it was told about you.',
    next: `Trying again will hardly help. ${logged}`,
  },
};

/** For those of whom more is known than a browser keeps. */
export const tooLarge: Note = {
  status: 500,
  title: 'The sign-in did not work',
  lead: 'Your account has more roles than a browser can keep for this server.',
  next: 'Ask whoever runs this server to have fewer of them put into its tokens.',
};

/** For those who just signed out. */
export const signedOut: Note = {
  status: 200,
  title: 'You are signed out',
  lead: 'This browser shows nothing of this server any more until somebody signs in.',
  next: 'Where you signed in, you may be signed in still: on a shared computer, sign out there too.',
};

/** For those whose browser has no way to sign in. */
const signInNeeded: Note = {
  status: 401,
  title: 'Sign in needed',
  lead: 'This server asks for a login. Its pages can be read with a bearer token in the Authorization header only.',
  next: 'Whoever runs this server can let people sign in with a browser: its settings auth_client_id and session_secret do that.',
};

/** For those who can sign in with the browser, and sent something without a session. */
const notSignedIn: Note = {
  status: 401,
  title: 'Sign in needed',
  lead: 'You are not signed in here, or your sign-in has ended. Nothing was done.',
  next: 'Sign in, then try again.',
  links: [{ text: 'Sign in', href: '/auth/login?return_to=%2F' }],
};

/** For those whose token is not accepted. */
const tokenRefused: Note = {
  status: 401,
  title: 'Sign in again',
  lead: 'This server asks for a login, and the bearer token in the Authorization header is not accepted.',
  next: 'Get a new token, with "precept login" for instance.',
};

/** For those whose login cannot be checked. */
const uncheckable: Note = {
  status: 503,
  title: 'Logins cannot be checked at the moment',
  lead: 'The service that gave you the token does not answer as it should. Nothing is wrong with your account.',
  next: `Try again in a minute. ${logged}`,
};

/** What to say of a refusal of a login. `canSignIn`: people sign in with a browser here. */
export function noteOf(fault: Fault, canSignIn: boolean): Note {
  if (fault instanceof HttpFault && fault.code === 'unauthorized') {
    if (fault.headers['WWW-Authenticate']?.includes('invalid_token')) return tokenRefused;
    return canSignIn ? notSignedIn : signInNeeded;
  }
  if (fault.code === 'internal') return uncheckable;
  return {
    status: fault.status,
    title: 'This was not done',
    lead: fault.message,
    next: 'Go back to the start page and try from there.',
    links: [{ text: 'Start page', href: '/' }],
  };
}
