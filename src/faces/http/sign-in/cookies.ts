import type { Bond } from '../../../auth/browser/sign-in.ts';

/** The cookie with the session of a person; what is too long for it goes on in the next. */
export const sessionCookie = '__Host-precept';
const sessionNames = [sessionCookie, '__Host-precept-2', '__Host-precept-3'] as const;
/** The secret of a browser for one sign-in, before the name of the bond. */
const bondPrefix = '__Host-precept-sign-in-';
/** Sign-ins that a browser may have begun and not finished: headers of 16 KB are refused. */
const maxBonds = 20;

/** Browsers keep 4,096 bytes of name and value. */
const longest = 3900;
/** Seconds that a browser keeps the secret of a sign-in. */
const bondAge = 15 * 60;

/** Out of reach of scripts, of plain http, of other sites, and of other hosts of this domain (RFC 6265bis, `__Host-`). */
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** Whether a request brings a session, whatever it is worth. */
export function bringsSession({ headers }: Request): boolean {
  return headers.get('cookie')?.includes(`${sessionNames[0]}=`) ?? false;
}

/** The text of the session that a request brings; null without one. */
export function sessionIn(request: Request): string | null {
  const all = cookiesOf(request);
  let text = '';
  for (const name of sessionNames) {
    const part = all.get(name);
    if (part === undefined) break;
    text += part;
  }
  return text === '' ? null : text;
}

/** The secret that the browser of a request keeps under the name of a bond; null without one. */
export function secretIn(request: Request, bond: string): string | null {
  return cookiesOf(request).get(bondPrefix + bond) ?? null;
}

/** Set-Cookie lines that keep a session for so many seconds, and no older one; null where it is too long to be kept. */
export function keepSession(text: string, seconds: number): string[] | null {
  const parts = text.match(new RegExp(`.{1,${longest}}`, 'g')) ?? [];
  if (parts.length > sessionNames.length) return null;
  return sessionNames.map((name, index) => {
    const part = parts[index];
    return part === undefined
      ? forget(name)
      : `${name}=${part}; Max-Age=${Math.ceil(seconds)}; ${attributes}`;
  });
}

/** Set-Cookie lines that end a session. */
export function forgetSession(): string[] {
  return sessionNames.map(forget);
}

/** Set-Cookie lines that have the browser of a request keep a bond, and forget the others where they are too many. */
export function keepBond(request: Request, { name, secret }: Bond): string[] {
  const others = [...cookiesOf(request).keys()].filter((one) => one.startsWith(bondPrefix));
  const spent = others.length < maxBonds ? [] : others;
  return [...spent.map(forget), `${bondPrefix}${name}=${secret}; Max-Age=${bondAge}; ${attributes}`];
}

/** The Set-Cookie line that ends a bond. */
export function forgetBond(bond: string): string {
  return forget(bondPrefix + bond);
}

function forget(name: string): string {
  return `${name}=; Max-Age=0; ${attributes}`;
}

function cookiesOf({ headers }: Request): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const end = pair.indexOf('=');
    const name = pair.slice(0, end).trim();
    if (end > 0 && !all.has(name)) all.set(name, pair.slice(end + 1).trim());
  }
  return all;
}
