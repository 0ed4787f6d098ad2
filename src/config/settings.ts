import type { ExportEntry } from '../model/names/export-targets.ts';
import { answerSettings } from './settings/answers.ts';
import { healthSettings } from './settings/health.ts';
import { listenerSettings } from './settings/listener.ts';
import { loginSettings } from './settings/logins.ts';
import { recordSettings } from './settings/records.ts';
import type { SettingRow } from './settings/setting-row.ts';
import { sourceSettings } from './settings/sources.ts';
import type { MasterEntry } from './values/master-entries.ts';
import type { MasterKeys } from './values/master-keys.ts';
import type { SourceEntry } from './values/source-entries.ts';

/** Every setting there is, by subject: the one place that the flags, the environment, the settings file and the docs come from. */
export const settings = {
  ...sourceSettings,
  ...recordSettings,
  enabled_plugins: {
    kind: 'list',
    gate: 'plugins',
    default: [],
    about: 'Plugins by name, `prefix.*`, package or path',
  },
  cache_ttl_seconds: {
    kind: 'integer',
    default: 1200,
    min: 0,
    max: 31_536_000,
    about: 'How long resolved scopes are kept; 0 turns the caches off',
  },
  max_inheritance_depth: {
    kind: 'integer',
    default: 10,
    min: 1,
    max: 100,
    about: 'Generations of parents a scope may have',
  },
  ...listenerSettings,
  ...loginSettings,
  ...healthSettings,
  ...answerSettings,
  eval_agent: {
    kind: 'text',
    gate: 'always',
    default: null,
    form: {
      pattern: /^(?:[a-z]+|[^\n]*\{prompt\}[^\n]*)$/,
      words: 'a command line that holds {prompt}, or the name of an agent, like claude',
    },
    about: 'Command line of the agent that `precept eval` runs, with {prompt}, or the name of one it knows',
  },
  exports: {
    kind: 'exports',
    gate: 'outside',
    default: [],
    about: 'What `precept export` writes: a list of scope, to and dir',
  },
  lint: {
    kind: 'mapping',
    default: {},
    choices: ['error', 'warning', 'info', 'off'],
    about: 'How severe `precept lint` takes its codes, by code',
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

type ValueOf<R extends SettingRow> = R extends { kind: 'integer' }
  ? number
  : R extends { kind: 'boolean' }
    ? boolean
    : R extends { kind: 'list' | 'urls' }
      ? readonly string[]
      : R extends { kind: 'exports' }
        ? readonly ExportEntry[]
        : R extends { kind: 'masters' }
          ? readonly MasterEntry[]
          : R extends { kind: 'sources' }
            ? readonly SourceEntry[]
            : R extends { kind: 'keys' }
              ? MasterKeys
              : R extends { kind: 'choice'; choices: readonly (infer C)[] }
                ? C
                : R extends { kind: 'mapping'; choices: readonly (infer C)[] }
                  ? Readonly<Record<string, C>>
                  : null extends R['default']
                    ? string | null
                    : string;

/** A value for every setting. */
export type SettingValues = { readonly [N in SettingName]: ValueOf<(typeof settings)[N]> };
