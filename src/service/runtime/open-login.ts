import type { Authorize } from '../../auth/authorizer.ts';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../runtime/log.ts';

/** Loads the code of logins when a master is first asked; without a login in the settings, never. */
export function openLogin({ settings }: Config, log: Logger, home: string | undefined): Authorize {
  if (home === undefined || settings.oidc_issuer_url === null || settings.oidc_client_id === null)
    return async () => ({});
  let opening: Promise<Authorize> | undefined;
  return async (url, refused) => {
    opening ??= import('../../auth/authorizer.ts').then(({ createAuthorizer }) =>
      createAuthorizer(settings, home, log),
    );
    return (await opening)(url, refused);
  };
}
