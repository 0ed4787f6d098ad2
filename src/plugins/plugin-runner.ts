import { createTtlCache } from '../runtime/async/cache.ts';
import { late } from '../runtime/async/time-limit.ts';
import type { Logger } from '../runtime/log.ts';
import { builtinFilters, type Filter } from '../template/filters/filters.ts';
import { createCallLimit, skipped } from './call-limit.ts';
import type { Plugin, PluginScope, PluginWorld } from './define-plugin.ts';
import type { PluginLimits, PluginState } from './host-types.ts';
import { reasonIn } from './load/import-module.ts';
import { type EnabledPlugin, loadPlugin } from './load/load-plugin.ts';
import { type PlainValues, plainValues } from './plain-values.ts';

/** One enabled plugin: loads it when first asked and stands between it and the answers. Never throws. */
export interface PluginRunner {
  /** The plugin's name; the setting's entry while it is not loaded. */
  readonly name: string;
  /** Null when it has no values to give. */
  values(scope: PluginScope): Promise<PlainValues | null>;
  filters(): Promise<ReadonlyMap<string, Filter>>;
  state(): PluginState;
  /** Logs a warning; only the first of each kind. */
  warn(kind: string, message: string): void;
}

export interface PluginRunnerOptions {
  readonly enabled: EnabledPlugin;
  /** Where relative paths and packages are looked up. */
  readonly folder: string;
  readonly world: PluginWorld;
  readonly limits: PluginLimits;
  readonly log: Logger;
  readonly mayLoad?: (() => boolean) | undefined;
}

const changedSince =
  'what was allowed has changed since the program started; look at it, run "precept trust", and start again';

const noFilters: ReadonlyMap<string, Filter> = new Map();

export function createPluginRunner(options: PluginRunnerOptions): PluginRunner {
  const { enabled, folder, world, limits, log, mayLoad = () => true } = options;
  const kept = enabled.isBuiltIn
    ? createTtlCache<PlainValues | null>({ ttlSeconds: limits.keep / 1000 })
    : null;
  let starting: Promise<Plugin | null> | undefined;
  let plugin: Plugin | undefined;
  let filters = noFilters;
  let isUnavailable = false;
  let hasStarted = false;

  const label = () => labelOf(enabled.entry, plugin);
  const warn = createWarner(label, log);
  const calls = createCalls(limits, warn);

  async function start(): Promise<Plugin | null> {
    const load = async () => {
      if (!enabled.isBuiltIn && !mayLoad()) throw new Error(changedSince);
      return loadPlugin(enabled, folder);
    };
    plugin = await load().catch(failure('load', ''));
    isUnavailable = !(await isAvailableIn(plugin, world));
    if (isUnavailable) log.debug(`plugin ${label()}: not available here`);
    else filters = ownFilters(plugin, warn);
    hasStarted = true;
    return isUnavailable ? null : plugin;
  }

  const started = () => {
    starting ??= start();
    return starting;
  };
  async function ask(scope: PluginScope): Promise<PlainValues | null> {
    const ready = await started();
    return ready === null ? null : valuesFor(ready, scope, world);
  }

  return {
    get name() {
      return plugin?.name ?? enabled.entry;
    },
    values: (scope) => {
      const load = () => calls.run(() => ask(scope));
      return kept === null ? load() : kept.get('', load);
    },
    async filters() {
      // A plugin whose context hangs is loaded all the same: rules keep its filters.
      if (!hasStarted) await calls.run(started);
      return filters;
    },
    state: () => {
      const reason = calls.reason();
      return {
        name: plugin?.name ?? enabled.entry,
        description: plugin?.description ?? '',
        state: isUnavailable ? 'unavailable' : reason === null ? 'ready' : 'left out',
        reason,
        filters: [...filters.keys()],
      };
    },
    warn,
  };
}

/** Calls a plugin within limits: null where it fails or is late, which is logged, and is the reason until it answers again. */
function createCalls(limits: PluginLimits, warn: PluginRunner['warn']) {
  const call = createCallLimit(limits);
  let reason: string | null = null;
  const leaveOut = (kind: string, why: string) => {
    reason = why;
    warn(kind, `left out: ${why}`);
    return null;
  };
  return {
    reason: () => reason,
    async run<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
      try {
        const result = await call(work);
        if (result === skipped) return null;
        if (result === late) {
          const why = `no answer within ${limits.answer / 1000} s; other answers do not wait for it`;
          return leaveOut('late', why);
        }
        reason = null;
        return result;
      } catch (error) {
        const { kind, message } = error as PluginFailure;
        return leaveOut(kind, message);
      }
    },
  };
}

async function isAvailableIn(plugin: Plugin, world: PluginWorld): Promise<boolean> {
  const { isAvailable } = plugin;
  if (isAvailable === undefined) return true;
  const doing = failure('availability', 'isAvailable failed: ');
  return Boolean(await attempt(() => isAvailable.call(plugin, world)).catch(doing));
}

/** What a plugin has for the templates of a scope; null where it has no context. */
async function valuesFor(
  plugin: Plugin,
  scope: PluginScope,
  world: PluginWorld,
): Promise<PlainValues | null> {
  const { context } = plugin;
  if (context === undefined) return null;
  const doing = failure('context', 'context failed: ');
  const given: unknown = await attempt(() => context.call(plugin, scope, world)).catch(doing);
  return attempt(() => plainValues(given)).catch(failure('shape', 'context gave no plain data: '));
}

function labelOf(entry: string, plugin: Plugin | undefined): string {
  return plugin === undefined || plugin.name === entry ? entry : `${plugin.name} (${entry})`;
}

/** Logs the first warning of each kind as one, and the others where details are wanted. */
function createWarner(label: () => string, log: Logger): PluginRunner['warn'] {
  const warned = new Set<string>();
  return (kind, message) => {
    const write = warned.has(kind) ? log.debug : log.warn;
    warned.add(kind);
    write(`plugin ${label()}: ${message}`);
  };
}

function ownFilters(plugin: Plugin, warn: PluginRunner['warn']): ReadonlyMap<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const [name, filter] of Object.entries(plugin.filters ?? {})) {
    if (builtinFilters.has(name))
      warn(`filter ${name}`, `its filter "${name}" is not used: templates have one of that name`);
    else filters.set(name, filter);
  }
  return filters;
}

/** What a plugin did wrong; `kind` is what it was doing. */
class PluginFailure extends Error {
  override readonly name = 'PluginFailure';
  readonly kind: string;

  constructor(kind: string, message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** A handler of rejections that says what the plugin was doing, and throws whatever it rejected with as one line. */
function failure(kind: string, doing: string): (error: unknown) => never {
  return (error) => {
    throw new PluginFailure(kind, doing + reasonIn(error), error);
  };
}

/** What is thrown at once becomes a rejection like any other. */
async function attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  return work();
}
