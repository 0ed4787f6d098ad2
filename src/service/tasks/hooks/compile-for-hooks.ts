import { keepForHooks } from '../../../hooks/compiled/keep-for-hooks.ts';
import type { ServiceFor } from '../../ask.ts';
import type { getCategoryIndex } from '../../operations/get-category-index.ts';
import { compileWhole } from './compile-scope.ts';
import type { SettingsWorld } from './validity.ts';

/**
 * Compiles the default scope for the hooks of a service's project, where such hooks run and theirs is not at hand. `since` is when the service
 * began to read. Never rejects: a hook can do the same.
 */
export async function compileForHooks(
  service: ServiceFor<typeof getCategoryIndex>,
  { cwd, env, home }: Omit<SettingsWorld, 'named'>,
  since: number,
): Promise<void> {
  const { config } = service;
  const { default_scope: name } = config.settings;
  const request = { scope: undefined, settings: [], project: config.checkout, cwd, home, env };
  if (name === null) return;
  await keepForHooks(request, () =>
    compileWhole(service, name, { cwd, env, home, named: undefined }, since),
  ).catch((error: unknown) => service.log.debug(`the default scope is not compiled for hooks: ${error}`));
}
