import { relative, sep } from 'node:path';
import type { Config } from '../config.ts';
import { namesOf } from '../gate.ts';
import type { Consent } from './consent.ts';

/** What an untrusted settings file leaves without effect, and what to do. */
export function trustWarning({ file, trust }: Pick<Config, 'file' | 'trust'>): string {
  const names = namesOf(trust.gated);
  const verb = names.includes(',') ? 'have' : 'has';
  return `${file} ${whyUntrusted(trust.consent, file)}: ${names} ${verb} no effect; look at it, then run "precept trust"`;
}

/**
 * What an answer says beside texts that failed where plugins of the checkout are not trusted, which may be why; null where that is no
 * cause. Answers go to others, so that the file is named as it is in the checkout; and an agent is not to trust anything by itself.
 */
export function trustNote({
  file,
  checkout,
  trust,
}: Pick<Config, 'file' | 'checkout' | 'trust'>): string | null {
  const isCause = trust.gated.some(({ name }) => name === 'enabled_plugins');
  if (trust.state !== 'untrusted' || file === null || !isCause) return null;
  const within = (path: string) => relative(checkout, path).split(sep).join('/');
  const { consent } = trust;
  const shown = consent.state === 'changed' ? { ...consent, files: consent.files.map(within) } : consent;
  const words = trustWarning({ file: within(file), trust: { ...trust, consent: shown } });
  return `Trust may be missing, which your user alone gives; show this to them: ${words}.`;
}

function whyUntrusted(consent: Consent, file: string | null): string {
  switch (consent.state) {
    case 'changed': {
      const keys = consent.keys.length === 0 ? '' : `, in ${consent.keys.join(', ')}`;
      const isAll = consent.files.every((path) => path === file);
      return `has changed since you allowed it${isAll ? '' : ` (${consent.files.join(', ')})`}${keys}`;
    }
    case 'outdated':
      return outdated;
    default:
      return 'came with this folder and is not trusted';
  }
}

/** Of consent that holds no more, since it was bound to all of the file. */
export const outdated = 'was allowed by an older version, and its keys have to be allowed again';
