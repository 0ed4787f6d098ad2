import type { Plugin } from '../define-plugin.ts';

/** The plugins that come with Precept, by the names that `enabled_plugins` uses. */
export const builtInPlugins: ReadonlyMap<string, () => Promise<Plugin>> = new Map([
  ['git.context', async () => (await import('./git-context.ts')).createGitContext()],
  ['fs.context', async () => (await import('./fs-context.ts')).fsContext],
]);
