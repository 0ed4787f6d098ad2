/** Servers that a request may have passed through; a longer chain is answered from local content. */
const maxHops = 16;

/** A name for this process in `CDN-Loop` (RFC 8586): a pseudonym, so that nothing about the machine is given away. */
export function createInstanceId(): string {
  // Unlike any other is enough: it is no secret, and loading cryptography would make each start slower.
  const digits = () => Math.random().toString(16).slice(2, 10).padEnd(8, '0');
  return `precept-${digits()}${digits()}`;
}

/** The ids in a `CDN-Loop` header, in order; parameters are dropped. */
export function readLoop(header: string | null | undefined): string[] {
  if (!header) return [];
  return header
    .slice(0, 4096)
    .split(',')
    .map((item) => item.split(';', 1)[0]?.trim() ?? '')
    .filter((id) => /^[\w.:[\]-]{1,100}$/.test(id));
}

/** Whether a request that passed these servers must be answered from local content only. */
export function isLoop(hops: readonly string[], instanceId: string): boolean {
  return hops.includes(instanceId) || hops.length >= maxHops;
}
