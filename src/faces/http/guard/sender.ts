import { isIP } from 'node:net';
import { createAddressList } from '../../../runtime/http/address-list.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import type { Service } from '../../../service/service.ts';
import type { PlainRequest } from '../plain.ts';
import { claimsOf } from './caller.ts';
import { peerOf } from './public-address.ts';

/** Tells senders of requests apart, without saying who they are; null for one of whom nothing is known. */
export type SenderOf = (request: PlainRequest) => string | null;

/** So many hexadecimal digits that thousands of addresses have the same ones: nobody finds out which it was. */
const digits = 5;

/**
 * Senders are told apart by their login, or else by the network of their address: what the last proxy says that is not among
 * trusted_proxies.
 */
export function createSenderOf(service: Service): SenderOf {
  const { trusted_proxies: proxies } = service.config.settings;
  const trusted = createAddressList(proxies);
  return (request) => {
    const { sub } = claimsOf(request, service) ?? {};
    if (typeof sub === 'string') return sha256(`login ${sub}`).slice(0, digits);
    const peer = peerOf(request);
    if (peer === undefined) return null;
    const passed = request.headers.get('x-forwarded-for')?.split(',') ?? [];
    let address = peer;
    while (proxies.length > 0 && trusted.includes(address)) {
      const before = passed.pop()?.trim() ?? '';
      if (isIP(before) === 0) break;
      address = before;
    }
    return sha256(`network ${networkOf(address)}`).slice(0, digits);
  };
}

/** An IPv4 address itself; of an IPv6 address the first 48 bits, which a site has for itself. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const [before = '', after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = before === '' ? [] : before.split(':');
  const missing = after === undefined ? 0 : 8 - groups.length - after.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0')].slice(0, 3).join(':');
}
