import { createHookHome } from '../hook-home.ts';
import type { FreshScope, ScopeRequest } from './compiled-scope.ts';
import { keepCompiled, withCompiled } from './find-compiled.ts';

/**
 * Has a scope compiled for the hooks to come, where hooks have run with this `cacheDir` and none is kept that holds. `within` is a folder inside of
 * which no link is followed.
 */
export async function keepForHooks(
  request: ScopeRequest,
  { cacheDir, within }: { readonly cacheDir: string; readonly within: string },
  compile: () => Promise<Pick<FreshScope, 'compiled' | 'validity'>>,
): Promise<void> {
  const home = createHookHome(cacheDir, within);
  if (!home.isThere() || withCompiled(home, request, () => true) !== null) return;
  await keepCompiled(home, request, await compile());
}
