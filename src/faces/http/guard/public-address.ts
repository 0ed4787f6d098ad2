import { createAddressList } from '../../../runtime/http/address-list.ts';
import type { Service } from '../../../service/service.ts';
import type { PlainRequest } from '../plain.ts';
import { isHost } from './guard.ts';

const peers = new WeakMap<PlainRequest, string>();

/** Remembers who sent a request, where it says by which address its sender was asked, or that its sender is a reader. */
export function notePeer(
  request: PlainRequest,
  {
    headers,
    socket,
  }: { headers: Readonly<Record<string, unknown>>; socket: { remoteAddress?: string | undefined } },
): void {
  const { 'x-forwarded-host': host, 'x-forwarded-proto': proto, 'user-agent': agent } = headers;
  const isReader = headers['precept-reader'] !== undefined || String(agent).startsWith('precept/');
  if (host === undefined && proto === undefined && !isReader) return;
  if (socket.remoteAddress !== undefined) peers.set(request, socket.remoteAddress);
}

/** The address that a request came from, where it was remembered. */
export function peerOf(request: PlainRequest): string | undefined {
  return peers.get(request);
}

/** What a proxy takes off the paths of this server, as public_url says: `/precept`, or nothing. */
export function pathPrefix({ config }: Pick<Service, 'config'>): string {
  const { public_url: address } = config.settings;
  return address === null ? '' : new URL(address).pathname.replace(/\/+$/, '');
}

/** Gives the address by which the caller of a request knows this server, without a slash at its end. */
export type AddressOf = (request: PlainRequest) => string;

/**
 * By the setting public_url; else by what a proxy among trusted_proxies says of the request that it passes on, the last one where
 * several have added to it; else by what `own` says.
 */
export function createAddressOf({ config }: Pick<Service, 'config'>, own: AddressOf): AddressOf {
  const { public_url: address, trusted_proxies: proxies } = config.settings;
  if (address !== null) {
    const fixed = address.replace(/\/+$/, '');
    return () => fixed;
  }
  if (proxies.length === 0) return own;
  const trusted = createAddressList(proxies);
  return (request) => {
    const peer = peers.get(request);
    if (peer === undefined || !trusted.includes(peer)) return own(request);
    const given = (name: string) => request.headers.get(name)?.split(',').at(-1)?.trim() ?? '';
    const { protocol, host } = new URL(own(request));
    const proto = given('x-forwarded-proto').toLowerCase();
    const named = given('x-forwarded-host');
    const scheme = proto === 'http' || proto === 'https' ? proto : protocol.slice(0, -1);
    return new URL(`${scheme}://${isHost(named) ? named : host}`).origin;
  };
}

/** The address by which a browser knows this server, by what trusted proxies say of a request; null where none are trusted. */
export function forwardedAddressOf({ config }: Pick<Service, 'config'>): AddressOf | null {
  if (config.settings.public_url !== null || config.settings.trusted_proxies.length === 0) return null;
  return createAddressOf({ config }, (request) => new URL(request.url).origin);
}
