import type { Config } from '../config/config.ts';
import { trustWord } from '../config/load/judge-file.ts';
import type { SettingName } from '../config/settings.ts';
import { judge } from './judge.ts';

/** Whose settings and home they are. */
export interface TrustWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Whether only a checkout gives this setting, without its user's consent: nothing is sent on its word. */
export function isOnlyOfCheckout(
  { files, trust, file }: Config,
  name: SettingName,
  { env, home }: TrustWorld,
): boolean {
  if (file === null || files[name] !== file) return false;
  const isAllowed =
    trust.state === 'own' ||
    trust.state === 'trusted' ||
    // Nothing of it needs consent without a login, but it may have been given.
    (trust.state === 'free' && (trustWord(env) ?? judge(home, file, trust.values).state === 'given'));
  return !isAllowed;
}

/** Those masters of the settings that only a checkout names, without its user's consent: no new login is made for them. */
export function refusedMasters(config: Config, world: TrustWorld): readonly string[] {
  return isOnlyOfCheckout(config, 'master_server_url', world) ? config.settings.master_server_url : [];
}
