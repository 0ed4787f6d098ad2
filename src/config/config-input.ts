import type { Consent } from './load/consent.ts';
import { toFlag } from './setting-flags.ts';
import type { SettingName, SettingValues } from './settings.ts';

/** Everything outside that decides the settings. */
export interface ConfigInput {
  /** Values of flags by setting name; `config` is the settings file asked for. */
  readonly flags: Readonly<Partial<Record<SettingName | 'config', string>>>;
  /** How a flag was typed, where that is not its own name: `-r`, or `--port` for http_port. */
  readonly typed?: Readonly<Partial<Record<SettingName | 'config', string>>> | undefined;
  /** The same from a program that embeds this one, as typed values; they win over all else. */
  readonly options?: (Partial<SettingValues> & { readonly config?: string }) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The folder whose `.precept` counts; the working folder where it is left out. */
  readonly project?: string;
  readonly home: string;
  /** `win32` for Windows; the system's own where it is left out. */
  readonly platform?: string | undefined;
  /**
   * On Windows, whether a file or folder of the machine's settings belongs to its administrators; null where it is not there. Without it
   * none does.
   */
  readonly ofAdministrators?: ((path: string) => Promise<boolean | null>) | undefined;
  /** Text of a file, or null when there is none. */
  readonly readFile: (path: string) => Promise<string | null>;
  readonly isDirectory: (path: string) => Promise<boolean>;
  /** Reads YAML text to plain data; throws with a message that holds line and column. Only called when there is a file. */
  readonly parseYaml: (text: string) => Promise<unknown>;
  /** Where a path really leads, links followed; also for one that is not there yet. */
  readonly realPath: (path: string) => Promise<string>;
  /** Judges a settings file that came with a checkout and says what `boundValues` gives: whether its user allows that. */
  readonly judge: (file: string, values: Readonly<Record<string, string>>) => Promise<Consent>;
  /** Takes each mistake, for who wants to go on with defaults in their place; without it they are thrown. */
  readonly tolerate?: ((problem: string) => void) | undefined;
  /** Goes on with defaults in the place of wrong values of settings files: the config has these mistakes. */
  readonly keepMistakes?: boolean | undefined;
}

/** The flag that gave a setting, as typed. */
export function flagPlace({ typed }: ConfigInput, name: SettingName | 'config'): string {
  return `flag ${typed?.[name] ?? toFlag(name)}`;
}
