import { isSafeAddress } from '../../config/values/safe-address.ts';

/** The origins of these addresses that a login may go to: not those that others could listen in on. */
export function originsOf(urls: readonly string[]): string[] {
  return [
    ...new Set(
      urls
        .filter(isWeb)
        .map((url) => new URL(url))
        .filter(isSafeAddress)
        .map(({ origin }) => origin),
    ),
  ];
}

/** Those addresses among these that a login never goes to, because it would be sent in the clear beyond this machine. */
export function unsafeOf(urls: readonly string[]): string[] {
  return urls.filter((url) => isWeb(url) && !isSafeAddress(new URL(url)));
}

/** Whether there is anybody to log in at; files are read by whoever may. */
function isWeb(url: string): boolean {
  return /^https?:/i.test(url);
}
