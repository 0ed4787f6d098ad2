import { builtInPlugins } from '../built-in/built-in.ts';
import { checkPlugin, type Plugin } from '../define-plugin.ts';
import { importModule } from './import-module.ts';

/** One thing that `enabled_plugins` enables: a built-in plugin's name, a path, or a package's name. */
export interface EnabledPlugin {
  readonly entry: string;
  readonly isBuiltIn: boolean;
}

/**
 * The enabled plugins in order, each once; where one is named twice the later place counts. `unmatched` are the
 * patterns that no built-in plugin fits.
 */
export function expandEnabled(enabled: readonly string[]): { plugins: EnabledPlugin[]; unmatched: string[] } {
  const entries: string[] = [];
  const unmatched: string[] = [];
  for (const entry of enabled) {
    if (!entry.endsWith('.*')) {
      entries.push(entry);
      continue;
    }
    const matching = [...builtInPlugins.keys()].filter((name) => name.startsWith(entry.slice(0, -1)));
    if (matching.length === 0) unmatched.push(entry);
    entries.push(...matching);
  }
  const once = entries.filter((entry, index) => entries.lastIndexOf(entry) === index);
  return { plugins: once.map((entry) => ({ entry, isBuiltIn: builtInPlugins.has(entry) })), unmatched };
}

/** Loads a plugin; relative paths and packages are looked up from `folder`. Throws an Error that says what is wrong. */
export async function loadPlugin({ entry, isBuiltIn }: EnabledPlugin, folder: string): Promise<Plugin> {
  const builtIn = isBuiltIn ? builtInPlugins.get(entry) : undefined;
  if (builtIn) return builtIn();
  const module = await importModule(entry, folder);
  if (module.default === undefined)
    throw new TypeError('it has no default export; add "export default { name: … }"');
  return checkPlugin(module.default);
}
