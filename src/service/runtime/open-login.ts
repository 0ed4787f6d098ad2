import type { Config } from '../../config/config.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Authorize } from '../../runtime/send-with-login.ts';

/** Loads the code of logins when a master is first asked; without a login in the settings, never. */
export function openLogin({ settings }: Config, log: Logger, home: string | undefined): Authorize {
  if (home === undefined || settings.oidc_issuer_url === null || settings.oidc_client_id === null)
    return async () => ({});
  const open = lazy(async () => {
    const { createAuthorizer } = await import('../../auth/authorizer.ts');
    return createAuthorizer(settings, home, log);
  });
  return Object.assign(async (...given: Parameters<Authorize>) => (await open())(...given), {
    async subject(url: string) {
      const { subject } = await open();
      return subject === undefined ? '' : subject(url);
    },
  });
}
