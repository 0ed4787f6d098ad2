import type { Config } from './config.ts';

/** Whether scopes come from elsewhere too: of masters or sources. What is named and not in the folder of rules may be there. */
export function hasOtherScopes({ settings }: Pick<Config, 'settings'>): boolean {
  return settings.master_server_url.length > 0 || settings.sources.length > 0;
}

/** Whether the settings name masters or sources that have no effect, since their user has not trusted them. */
export function hasUntrustedScopes({ trust }: Pick<Config, 'trust'>): boolean {
  return (
    trust.state === 'untrusted' &&
    trust.gated.some(({ name }) => name === 'master_server_url' || name === 'sources')
  );
}
