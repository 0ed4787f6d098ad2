import * as v from 'valibot';
import type { Filter } from '../template/filters/filter.ts';
import type { Value } from '../template/value.ts';

/** What plugins know of the place they run in. */
export interface PluginWorld {
  /** Precept's working folder: absolute, spelled as the system spells it. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The scope that was asked for, as a frozen copy. */
export interface PluginScope {
  readonly name: string;
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  /** `local`, or the base URLs of the masters that know the scope. */
  readonly sources: readonly string[];
}

/** Template variables by name: plain data, at most 1 MB and 20 levels. */
export type PluginValues = Readonly<Record<string, Value>>;

/** Gives templates variables, filters or both. All of it is optional but the name and one thing to give. */
export interface Plugin {
  readonly name: string;
  /** One sentence for people: what it gives. */
  readonly description: string;
  /** Asked once, before anything else; false leaves the plugin out without a warning. */
  readonly isAvailable?: (world: PluginWorld) => boolean | Promise<boolean>;
  /** Asked once for each answer; what takes over two seconds, fails or is not plain data is left out. */
  readonly context?: (scope: PluginScope, world: PluginWorld) => PluginValues | Promise<PluginValues>;
  /** Pure functions by the name that templates call them by; they cannot replace built-in ones. */
  readonly filters?: Readonly<Record<string, Filter>>;
}

const optionalFunction = v.optional(v.function('must be a function'));
const filterName = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'is no name that a template can call'));

const pluginSchema = v.looseObject(
  {
    name: v.pipe(
      v.string('must be text'),
      v.regex(/^[\w.@/-]{1,100}$/, 'takes letters, digits and "_ . @ / -"'),
    ),
    description: v.string('must be text'),
    isAvailable: optionalFunction,
    context: optionalFunction,
    filters: v.optional(
      v.record(filterName, v.function('must be a function'), 'must be an object of functions'),
    ),
  },
  ({ path }) => (path === undefined ? 'it must be an object with name and description' : 'is missing'),
);

/** The same plugin, typed. Throws a TypeError that says what is wrong with it. */
export function definePlugin(plugin: Plugin): Plugin {
  return checkPlugin(plugin);
}

/** A plugin from whatever a module exports. Throws a TypeError that says what is wrong with it. */
export function checkPlugin(given: unknown): Plugin {
  const result = v.safeParse(pluginSchema, given);
  if (!result.success) {
    const reasons = result.issues.map((issue) =>
      [v.getDotPath(issue), issue.message].filter(Boolean).join(' '),
    );
    throw new TypeError(reasons.join('; '));
  }
  const plugin = given as Plugin;
  if (!plugin.context && !plugin.filters) throw new TypeError('it gives nothing: add context or filters');
  return plugin;
}
