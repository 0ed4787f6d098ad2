import type { Config } from '../config/config.ts';
import type { SettingName, SettingValues } from '../config/settings.ts';
import { listenerUrl } from '../config/values/listener-url.ts';
import { isOnlyOfCheckout, type TrustWorld } from './refused-masters.ts';

/**
 * The settings by which people log in at `url`: where that is the server of this machine and no master, those in which it is the one
 * master, with its issuer and its audience. What only a checkout says of these has no effect.
 */
export function listenerSettings(
  config: Config,
  url: string | undefined,
  world: TrustWorld,
): Readonly<SettingValues> {
  const { settings } = config;
  const own = url?.replace(/\/+$/, '');
  if (own === undefined || own !== listenerUrl(settings) || settings.master_server_url.includes(own))
    return settings;
  const allowed = <Name extends SettingName>(name: Name) =>
    isOnlyOfCheckout(config, name, world) ? null : settings[name];
  const issuer = allowed('auth_issuer_url') ?? settings.oidc_issuer_url;
  return {
    ...settings,
    masters: [],
    master_server_url: [own],
    oidc_issuer_url: issuer,
    // A secret is for the issuer that it was given for.
    oidc_client_secret: issuer === settings.oidc_issuer_url ? settings.oidc_client_secret : null,
    oidc_audience: allowed('auth_audience') ?? settings.oidc_audience,
  };
}
