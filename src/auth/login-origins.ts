import { isSafeAddress } from '../config/check-login-settings.ts';

/** The origins of these addresses that a login may go to: not those that others could listen in on. */
export function originsOf(urls: readonly string[]): string[] {
  return [
    ...new Set(
      urls
        .map((url) => new URL(url))
        .filter(isSafeAddress)
        .map(({ origin }) => origin),
    ),
  ];
}

/** Those addresses among these that a login never goes to, because it would be sent in the clear beyond this machine. */
export function unsafeOf(urls: readonly string[]): string[] {
  return urls.filter((url) => !isSafeAddress(new URL(url)));
}
