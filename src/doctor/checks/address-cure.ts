import { isManifestUrl } from '../../config/values/master-url.ts';

/** For an address that has a path of Precept itself: the one before it. */
export function shorterHint(url: string): string {
  const path = new URL(url).pathname.replace(/\/$/, '');
  const extra = /\/(api(\/v1)?|mcp|docs|scopes)(\/.*)?$/.exec(path)?.[0];
  if (extra === undefined) return '';
  return `, which is ${url.replace(/\/$/, '').slice(0, -extra.length)} if the path was added by mistake`;
}

/** What to do about an address at which there is no master. */
export function addressCure(url: string): string {
  if (isManifestUrl(url))
    return 'Write the address of a precept.json that "precept publish" has written; if it is one, have all of it published anew.';
  return `Write the address of a Precept server in master_server_url, without /api/v1${shorterHint(url)}, or that of the precept.json of published files.`;
}
