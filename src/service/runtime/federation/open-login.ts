import type { AuthorizerWorld } from '../../../auth/tokens/authorizer.ts';
import type { Config } from '../../../config/config.ts';
import { lazy } from '../../../runtime/async/lazy.ts';
import type { Authorize } from '../../../runtime/http/send-with-login.ts';
import type { Logger } from '../../../runtime/log.ts';

/** Loads the code of logins when a master is first asked; without a login in the settings, never. */
export function openLogin({ settings }: Config, log: Logger, world: AuthorizerWorld): Authorize {
  const { masters, oidc_issuer_url: issuer, oidc_client_id: client } = settings;
  const isUsual = world.home !== undefined && masters.length === 0 && issuer !== null && client !== null;
  const hasOwn = masters.some(({ url: _, keys: __, ...login }) => Object.keys(login).length > 0);
  if (!isUsual && !hasOwn) return async () => ({});
  const open = lazy(async () => {
    const { createAuthorizer } = await import('../../../auth/tokens/authorizer.ts');
    return createAuthorizer(settings, world, log);
  });
  return Object.assign(async (...given: Parameters<Authorize>) => (await open())(...given), {
    async subject(url: string) {
      const { subject } = await open();
      return subject === undefined ? '' : subject(url);
    },
    describe: async (url: string) => (await open()).describe?.(url) ?? null,
    settle: async () => (await open.peek())?.settle?.(),
  });
}
