import { outsideCheckouts } from '../../runtime/files/outside-checkouts.ts';
import { createHookHome } from '../hook-home.ts';
import { likelyCacheDir } from '../likely-cache-dir.ts';
import type { FreshScope, ScopeRequest } from './compiled-scope.ts';
import { keepCompiled, withCompiled } from './find-compiled.ts';

/** Has a scope compiled for the hooks to come, where hooks have run with these settings and no form is kept that holds. */
export async function keepForHooks(request: ScopeRequest, compile: () => Promise<FreshScope>): Promise<void> {
  const { project, cwd, home } = request;
  const folder = outsideCheckouts(likelyCacheDir(undefined, request), [project, cwd], home);
  const forms = createHookHome(folder, project);
  if (!forms.isThere() || withCompiled(forms, request, () => true) !== null) return;
  await keepCompiled(forms, request, await compile());
}
