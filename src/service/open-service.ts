import { isUtf8 } from 'node:buffer';
import { type Config, ConfigError } from '../config/config.ts';
import type { ConfigInput } from '../config/config-input.ts';
import type { Consent } from '../config/load/consent.ts';
import { readFlatYaml } from '../config/load/flat-yaml.ts';
import { trustWarning } from '../config/load/trust-warning.ts';
import { loadConfig } from '../config/load-config.ts';
import type { ContentSource } from '../guidance/read/content-source.ts';
import { isDirectory, readOptionalFile, realPath } from '../runtime/files/files.ts';
import { asFormat, createLogger, type Logger } from '../runtime/log.ts';
import { judge } from '../trust/judge.ts';
import type { LockedAt } from './runtime/sources/open-sources.ts';
import { createService, type Service } from './service.ts';

export interface OpenServiceInput {
  readonly flags: ConfigInput['flags'];
  readonly typed?: ConfigInput['typed'];
  readonly options?: ConfigInput['options'];
  readonly env: ConfigInput['env'];
  readonly cwd: string;
  /** The folder whose `.precept` counts; the working folder where it is left out. */
  readonly project?: string;
  /** Left out: nothing is looked for there, and there are no logins. */
  readonly home?: string;
  /** Takes mistakes in the settings, which are thrown without it. */
  readonly tolerate?: ConfigInput['tolerate'];
  /** Goes on in spite of wrong values in settings files: the config has these mistakes. */
  readonly keepMistakes?: boolean;
  /** Texts in the place of files, by absolute path, as an editor has them. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** Files as another state of the project has them; the disk's where it is left out. */
  readonly state?: ProjectState;
  /** Where log lines go: stderr. */
  readonly writeLog: (line: string) => void;
}

/** Files of a project in another state than that on the disk; undefined for what it says nothing of. */
export interface ProjectState extends LockedAt {
  isDirectory(path: string): Promise<boolean | undefined>;
  /** Where a file of that state really is: a link that is in its place on the disk does not count. */
  realPath(path: string): Promise<string | undefined>;
  /** What is read of a rules folder. */
  content(rulesPath: string): Promise<ContentSource | undefined>;
}

/** The service that options, flags, environment and settings file describe. Throws ConfigError for mistakes in them. */
export async function openService(
  input: OpenServiceInput,
): Promise<{ config: Config; log: Logger; service: Service }> {
  const { cwd, env, home, state } = input;
  // A file is read once, and may change in between.
  const texts = new Map<string, string>();
  const judged = (file: string, values: Readonly<Record<string, string>>): Consent =>
    home === undefined ? { state: 'never' } : judge(home, file, values);
  const config = await loadConfig({
    ...input,
    home: home ?? cwd,
    isDirectory: async (path) => (await state?.isDirectory(path)) ?? isDirectory(path),
    readFile: async (path) => {
      const known = input.unsaved?.get(path) ?? texts.get(path);
      if (known !== undefined) {
        texts.set(path, known);
        return known;
      }
      const other = await state?.readFile(path);
      const bytes = other === undefined ? await readOptionalFile(path) : other;
      if (bytes === null) return null;
      const text = bytes.toString('utf8');
      if (!isUtf8(bytes)) throw new Error('it is not UTF-8; save it with that encoding');
      texts.set(path, text);
      return text;
    },
    realPath: async (path) => (await state?.realPath(path)) ?? realPath(path),
    ofAdministrators: async (path) =>
      (await import('../trust/administrators.ts')).ofAdministrators(path, { env, home }),
    judge: async (file, values) => judged(file, values),
    parseYaml: async (text) =>
      readFlatYaml(text) ?? (await import('../content/plain-yaml.ts')).parsePlainYaml(text),
  });
  const { log_level, log_format } = config.settings;
  const log = createLogger(log_level, input.writeLog, log_format);
  // Whatever level the settings ask for: they are what is not trusted, or without effect.
  if (config.trust.state === 'untrusted')
    input.writeLog(asFormat(log_format, `precept warn: ${trustWarning(config)}\n`));
  if (config.lockWarning !== null)
    input.writeLog(asFormat(log_format, `precept warn: ${config.lockWarning}\n`));
  for (const { text, isOfFile = false } of config.hints)
    if (!(isOfFile && input.keepMistakes === true)) log.warn(text);
  const { remote_ssl_ca_bundle, remote_ssl_verify, master_server_url } = config.settings;
  if (remote_ssl_ca_bundle !== null && master_server_url.length > 0 && input.tolerate === undefined) {
    const { readCaBundle } = await import('../runtime/http/tls-fetch.ts');
    const isUsage = config.sources.remote_ssl_ca_bundle === 'flag';
    await readCaBundle(remote_ssl_ca_bundle).catch((error: Error) => {
      const message = isUsage ? `flag --remote-ssl-ca-bundle: ${error.message}` : error.message;
      throw new ConfigError(message, { cause: error, isUsage });
    });
  }
  if (!remote_ssl_verify) {
    const whose = 'certificates of masters and issuers are not checked';
    log.warn(`remote_ssl_verify is false: ${whose}, anyone can pose as one`);
  }
  const { file, trust } = config;
  // Plugins are loaded with the first answer, and until then their files may change.
  const mayLoad =
    trust.state === 'trusted' && file !== null
      ? () => judged(file, trust.values).state === 'given'
      : undefined;
  const content = config.rulesPath === null ? undefined : await state?.content(config.rulesPath);
  const world = {
    ...{ cwd, env, mayLoad },
    ...(home !== undefined && { home }),
    ...(content !== undefined && { content }),
    ...(state !== undefined && { at: state }),
  };
  return { config, log, service: createService(config, log, world) };
}
