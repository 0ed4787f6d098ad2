import { BlockList, isIP } from 'node:net';

/** Addresses and ranges of addresses. */
export interface AddressList {
  includes(address: string): boolean;
}

/** Whether a text is an IP address, or a range of them in CIDR form (RFC 4632). */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A list of texts of that kind. IPv4 addresses that are written as IPv6 (`::ffff:10.0.0.1`) count as themselves. */
export function createAddressList(texts: readonly string[]): AddressList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return {
    includes(given) {
      const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
      return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    },
  };
}
