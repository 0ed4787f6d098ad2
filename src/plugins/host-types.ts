import type { ResolvedScope } from '../guidance/guidance.ts';
import type { Logger } from '../runtime/log.ts';
import type { Filter } from '../template/filters/filter.ts';
import type { Value } from '../template/value.ts';

/** What the enabled plugins give to the templates of one answer. */
export interface PluginContext {
  /** By variable; frozen all the way down. */
  readonly values: Readonly<Record<string, Value>>;
  /** The plugin that each variable comes from. */
  readonly sources: ReadonlyMap<string, string>;
  /** Equal keys stand for equal values and filters, so that answers can be kept by it. */
  readonly key: string;
}

/** The enabled plugins. Nothing is loaded before the first call; nothing that a plugin does makes a call fail. */
export interface PluginHost {
  /** Asks all plugins at once; where two give the same variable the later one wins. */
  context(scope: Pick<ResolvedScope, 'name' | 'metadata' | 'sources'>): Promise<PluginContext>;
  filters(): Promise<ReadonlyMap<string, Filter>>;
  /** Each plugin as it is now, in order; loads them. */
  states(): Promise<readonly PluginState[]>;
}

export interface PluginHostOptions {
  /** The setting `enabled_plugins`, already checked. */
  readonly enabled: readonly string[];
  /** Where plugins that are named by a relative path or a package's name are looked up. */
  readonly folder: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Whether plugins that are not built in may still be loaded, asked right before; they may unless given. */
  readonly mayLoad?: (() => boolean) | undefined;
  readonly limits?: Partial<PluginLimits>;
}

/** How long plugins may take, in milliseconds. */
export interface PluginLimits {
  /** For loading, availability and context together. */
  readonly answer: number;
  /** Until one that gave no answer in time is asked again. */
  readonly retry: number;
  /** For which the values of a built-in plugin are kept. */
  readonly keep: number;
}

export interface PluginState {
  readonly name: string;
  readonly description: string;
  readonly state: 'ready' | 'unavailable' | 'left out';
  /** Why it is left out; null unless it is. */
  readonly reason: string | null;
  readonly filters: readonly string[];
}
