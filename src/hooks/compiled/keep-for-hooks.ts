import { createHookHome } from '../hook-home.ts';
import { likelyCacheDir } from '../likely-cache-dir.ts';
import type { FreshScope, ScopeRequest } from './compiled-scope.ts';
import { keepCompiled, withCompiled } from './find-compiled.ts';
import { folderOfForms } from './folder-of-forms.ts';

/** Has a scope compiled for the hooks to come, where hooks have run with these settings and no form is kept that holds. */
export async function keepForHooks(request: ScopeRequest, compile: () => Promise<FreshScope>): Promise<void> {
  const forms = createHookHome(folderOfForms(likelyCacheDir(undefined, request), request), request.project);
  if (!forms.isThere() || withCompiled(forms, request, () => true) !== null) return;
  await keepCompiled(forms, request, await compile());
}
