/** Whether nobody between can read what is sent there: https, or this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** Whether a host, as URLs or listeners write it, is this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
