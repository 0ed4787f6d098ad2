import { manifestName } from '../../model/names/manifest-name.ts';
import { pathOfFileUrl } from '../../runtime/files/file-url.ts';

/** What the address of a master may be, in words. */
export const masterUrlWords = `an http:// or https:// address without user, query or fragment, or a file:/// address of a ${manifestName}`;

/** The address of a master as it is used, without a slash at its end; undefined for anything else. */
export function toMasterUrl(value: unknown): string | undefined {
  if (isHttpUrl(value)) return value.replace(/\/+$/, '');
  return isManifestFile(value) ? value : undefined;
}

/** Whether a value is one http(s) address that names nobody, and nothing within a page. */
export function isHttpUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(value);
  // Addresses with commas between them are one to URL, whose host nobody has.
  return /^https?:$/.test(protocol) && !hostname.includes(',') && search + hash + username + password === '';
}

function isManifestFile(value: unknown): value is string {
  if (typeof value !== 'string' || pathOfFileUrl(value) === null) return false;
  const { pathname, search, hash } = new URL(value);
  return search + hash === '' && pathname.endsWith(`/${manifestName}`);
}

/** Whether a master is a manifest with files beside it, not a server that could be asked for anything else. */
export function isManifestUrl(url: string): boolean {
  return url.endsWith(`/${manifestName}`);
}
