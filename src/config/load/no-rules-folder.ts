import type { Config } from '../config.ts';

/** Why there is no rules folder, and what to do; without a full stop. */
export function noRulesFolder({ searched }: Pick<Config, 'searched'>): string {
  return `no rules folder was found (looked for ${searched.join(', ')}); name one with --rules-path, or start one with "precept init"`;
}
