import type { Config } from './config.ts';
import { namesOf } from './gate.ts';

/** What an untrusted settings file leaves without effect, and what to do. */
export function trustWarning({ file, trust }: Pick<Config, 'file' | 'trust'>): string {
  const names = namesOf(trust.gated);
  const verb = names.includes(',') ? 'have' : 'has';
  const why =
    trust.changed.length === 0
      ? 'came with this folder, and you have not allowed it'
      : `has changed since you allowed it (${trust.changed.join(', ')})`;
  return `${file} ${why}: ${names} ${verb} no effect; look at it, then run "precept trust"`;
}
