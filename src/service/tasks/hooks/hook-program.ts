import type { HookProgram } from '../../../hooks/run-hook.ts';

/** What a hook uses of the rest of the program. Each is loaded when it is used: most hooks need neither. */
export const hookProgram: HookProgram = {
  resolve: async (request, tell) => (await import('./fresh-scope.ts')).freshScope(request, tell),
  whyNotImported: async (entry, folder) =>
    (await import('../../../plugins/load/import-module.ts')).whyNotImported(entry, folder),
};
