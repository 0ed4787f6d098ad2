import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path that a `file:` address names; null where it names none. On Windows that is an address with a drive's letter or with a host,
 * elsewhere one without a host. An escaped slash or backslash is part of no name anywhere, and a path begins with one slash.
 */
export function pathOfFileUrl(address: string, windows: boolean = sep === '\\'): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname } = new URL(address);
  if (protocol !== 'file:' || /%2f|%5c/i.test(pathname) || pathname.startsWith('//')) return null;
  if (windows ? host === '' && !/^\/[A-Za-z]:\//.test(pathname) : host !== '') return null;
  try {
    return fileURLToPath(address, { windows });
  } catch {
    return null;
  }
}
