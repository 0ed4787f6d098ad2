import type { Config } from '../config.ts';
import { namesOf } from '../gate.ts';
import type { Consent } from './consent.ts';

/** What an untrusted settings file leaves without effect, and what to do. */
export function trustWarning({ file, trust }: Pick<Config, 'file' | 'trust'>): string {
  const names = namesOf(trust.gated);
  const verb = names.includes(',') ? 'have' : 'has';
  return `${file} ${whyUntrusted(trust.consent)}: ${names} ${verb} no effect; look at it, then run "precept trust"`;
}

function whyUntrusted(consent: Consent): string {
  switch (consent.state) {
    case 'changed': {
      const keys = consent.keys.length === 0 ? '' : `, in ${consent.keys.join(', ')}`;
      return `has changed since you allowed it (${consent.files.join(', ')})${keys}`;
    }
    case 'outdated':
      return outdated;
    default:
      return 'came with this folder, and you have not allowed it';
  }
}

/** Of consent that holds no more, since it was bound to all of the file. */
export const outdated = 'was allowed by an older version, and its keys have to be allowed again';
