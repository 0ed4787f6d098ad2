import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

/** Options of `tls.connect` that have a certificate checked. */
export interface IdentityCheck {
  checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined;
}

/**
 * Has the certificate of a host that is an IP address checked for it, where `tls.connect` is not told which host that is and takes
 * `localhost` in its place. Null where no host is one.
 */
export function checkAddresses(hosts: readonly string[]): IdentityCheck | null {
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  if (addresses.length === 0) return null;
  return {
    checkServerIdentity(name, certificate) {
      const named = [...(hosts.includes(name) ? [name] : []), ...(name === 'localhost' ? addresses : [])];
      const mistakes = named.map((host) => checkServerIdentity(host, certificate));
      return mistakes.includes(undefined) ? undefined : mistakes.at(-1);
    },
  };
}
