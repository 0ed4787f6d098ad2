import type { Service } from '../../../service/service.ts';

/** Where a command has looked that found nothing: a server may have been started with another file. */
export function lookedIn(
  { config, store }: Pick<Service, 'config' | 'store'>,
  setting: 'feedback_file' | 'usage_file',
): string {
  const place =
    store === null ? `${config.settings[setting]} (${setting})` : 'the database of PRECEPT_STORE_URL';
  return `precept: looked in ${place}`;
}
