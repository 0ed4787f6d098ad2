import type { Config } from '../config/config.ts';
import { trustWord } from '../config/load/judge-file.ts';
import { judge } from './judge.ts';

/** Those masters of the settings that only a checkout names, without its user's consent: no new login is made for them. */
export function refusedMasters(
  { settings, files, trust, file }: Config,
  { env, home }: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string },
): readonly string[] {
  if (file === null || files.master_server_url !== file) return [];
  const isAllowed =
    trust.state === 'own' ||
    trust.state === 'trusted' ||
    // Nothing of it needs consent without a login, but it may have been given.
    (trust.state === 'free' && (trustWord(env) ?? judge(home, file, trust.values).state === 'given'));
  return isAllowed ? [] : settings.master_server_url;
}
