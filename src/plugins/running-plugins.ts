import { createHash } from 'node:crypto';
import type { ResolvedScope } from '../guidance/guidance.ts';
import type { Value } from '../template/value.ts';
import type { PluginScope, PluginWorld } from './define-plugin.ts';
import type { PluginContext, PluginHost, PluginHostOptions, PluginLimits } from './host-types.ts';
import { expandEnabled } from './load/load-plugin.ts';
import type { PlainValues } from './plain-values.ts';
import { createPluginRunner, type PluginRunner } from './plugin-runner.ts';

const defaultLimits: PluginLimits = { answer: 2000, retry: 30_000, keep: 1000 };
/** Variables that are not the plugins' to give; theirs come last all the same. */
const ownNames: ReadonlySet<string> = new Set(['scope', 'category', 'service_version']);

/** The host's working half: a runner for each enabled plugin, in order. */
export function startPlugins(options: PluginHostOptions): PluginHost {
  const { enabled, folder, cwd, env, log, mayLoad } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const world: PluginWorld = Object.freeze({ cwd, env: Object.freeze({ ...env }) });
  const { plugins, unmatched } = expandEnabled(enabled);
  for (const pattern of unmatched) log.warn(`enabled_plugins: no built-in plugin matches "${pattern}"`);
  const runners = plugins.map((one) =>
    createPluginRunner({ enabled: one, folder, world, limits, log, mayLoad }),
  );

  const filters = async () => {
    const own = await Promise.all(runners.map((runner) => runner.filters()));
    return new Map(own.flatMap((map) => [...map]));
  };

  return {
    filters,
    async context(scope) {
      const copy = copyOf(scope);
      const given = await Promise.all(runners.map((runner) => runner.values(copy)));
      return merged(runners, given);
    },
    async states() {
      await filters();
      return runners.map((runner) => runner.state());
    },
  };
}

function merged(runners: readonly PluginRunner[], given: readonly (PlainValues | null)[]): PluginContext {
  const values: Record<string, Value> = {};
  const sources = new Map<string, string>();
  const hash = createHash('sha256');
  runners.forEach((runner, index) => {
    const own = given[index];
    hash.update(`${own?.text ?? ''}\n${runner.state().filters.join()}\n`);
    for (const [name, value] of Object.entries(own?.values ?? {})) {
      if (ownNames.has(name))
        runner.warn(`hides ${name}`, `its variable "${name}" hides the one that templates have`);
      values[name] = value;
      sources.set(name, runner.name);
    }
  });
  return { values: Object.freeze(values), sources, key: hash.digest('base64url') };
}

function copyOf({
  name,
  metadata,
  sources,
}: Pick<ResolvedScope, 'name' | 'metadata' | 'sources'>): PluginScope {
  const { description, tags } = metadata;
  return Object.freeze({
    name,
    description,
    tags: Object.freeze({ ...tags }),
    sources: Object.freeze([...sources]),
  });
}
