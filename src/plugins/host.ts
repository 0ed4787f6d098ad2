import { lazy } from '../runtime/async/lazy.ts';
import type { PluginContext, PluginHost, PluginHostOptions } from './host-types.ts';

export type { PluginHost } from './host-types.ts';

/** The context of no plugins. */
const noPluginContext: PluginContext = Object.freeze({
  values: Object.freeze({}),
  sources: new Map<string, string>(),
  key: '',
});

/** The host is light: what runs plugins is loaded with the first of them. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  if (options.enabled.length === 0) {
    return { context: async () => noPluginContext, filters: async () => new Map(), states: async () => [] };
  }
  const running = lazy(async () => (await import('./running-plugins.ts')).startPlugins(options));
  return {
    context: async (scope) => (await running()).context(scope),
    filters: async () => (await running()).filters(),
    states: async () => (await running()).states(),
  };
}
