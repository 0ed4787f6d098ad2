import { createRequire } from 'node:module';

let loaded: typeof import('node:crypto') | undefined;

/** SHA-256 in hex. Node's cryptography is loaded by the first call, not by a start, which it would cost some 5 ms. */
export function sha256(content: string | Uint8Array): string {
  loaded ??= createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  // A third of the time of the other where it is the first of a process; Node.js has it since 20.12.
  const { hash, createHash }: { hash?: typeof loaded.hash; createHash: typeof loaded.createHash } = loaded;
  return hash === undefined
    ? createHash('sha256').update(content).digest('hex')
    : hash('sha256', content, 'hex');
}
