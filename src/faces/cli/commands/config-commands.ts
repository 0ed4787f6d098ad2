import { join } from 'node:path';
import { type CommandClass, Option, UsageError } from 'clipanion';
import { type Config, ConfigError } from '../../../config/config.ts';
import { readValue } from '../../../config/load/choose-values.ts';
import { isLocked } from '../../../config/load/locked.ts';
import { askedFile } from '../../../config/load/settings-file.ts';
import type { SettingRow } from '../../../config/settings/setting-row.ts';
import { type SettingName, settingNames, settings } from '../../../config/settings.ts';
import { type ShownSetting, shownSetting, shownSettings } from '../../../config/shown-settings.ts';
import { absolutePath } from '../../../config/values/absolute-path.ts';
import { didYouMean } from '../../../model/text/nearest.ts';
import { findProject } from '../../../runtime/files/find-project.ts';
import { openService } from '../../../service/open-service.ts';
import { BaseCommand } from '../base-command.ts';
import type { CliContext } from '../program.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';
import { FactCommand } from './fact-command.ts';

/** What the commands of the settings have in common. */
abstract class SettingsCommand extends FactCommand {
  format = formatOption(factFormats);

  /** UsageError for what is not a setting. */
  protected known(key: string): SettingName {
    const found = settingNames.find((name) => name === key);
    if (found !== undefined) return found;
    const meant = didYouMean(key, settingNames);
    throw new UsageError(
      `"${key}" is not a setting${meant === null ? '; "precept config" lists them' : `; did you mean "${meant}"?`}`,
    );
  }

  protected get folder(): Promise<string> {
    return findProject(this.context.world.cwd, this.context.world.home);
  }

  /** The settings in force, and each mistake in them. ConfigError for those of flags. */
  protected async open(): Promise<{ config: Config; mistakes: readonly string[] }> {
    try {
      return { config: (await this.openService()).config, mistakes: [] };
    } catch (error) {
      if (!(error instanceof ConfigError) || error.isUsage) throw error;
      return { config: await this.openTolerantly(() => {}, true), mistakes: error.message.split('\n') };
    }
  }

  /** The settings in force, in spite of mistakes in them, which `tolerate` takes. */
  protected async openTolerantly(tolerate: (problem: string) => void, isLoud: boolean): Promise<Config> {
    const { env, cwd, home, stderr } = this.context.world;
    const writeLog = (line: string) => void (isLoud && stderr.write(line));
    const opened = await openService({
      ...this.given,
      ...{ env, cwd, home, project: await this.folder, tolerate, writeLog },
    });
    await opened.service.close();
    return opened.config;
  }
}

class ShowConfigCommand extends SettingsCommand {
  static override paths = [['config']];
  static override usage = BaseCommand.Usage({
    description: 'Show the settings in force, and where each comes from',
    details: `
      Flags go before variables, those before the settings files, the nearest first: the one of --config or of this project, that of your home
      folder, that of this machine. Keys that the last locks cannot be changed by the others. Secrets are shown as ***. Ends with 1 where a value
      is one that its setting does not take, and names it.
    `,
    examples: [
      ['See what holds here', 'precept config'],
      ['For programs', 'precept config --format json'],
    ],
  });

  override async execute(): Promise<number> {
    const { config, mistakes } = await this.open();
    const shown = shownSettings(config);
    const width = Math.max(...shown.map((one) => assignment(one).length).filter((length) => length < 60));
    const lines = shown.map((one) => `${assignment(one).padEnd(width)}  # ${sourceOf(one)}`);
    this.tell(lines.join('\n'), {
      files: config.layers.map(({ file, of }) => ({ file, of })),
      locked: config.locks.keys,
      settings: Object.fromEntries(shown.map(({ key, ...rest }) => [key, rest])),
      ...(mistakes.length > 0 && { mistakes }),
    });
    for (const mistake of mistakes) this.printer.error(mistake);
    return mistakes.length === 0 ? 0 : 1;
  }
}

class GetConfigCommand extends SettingsCommand {
  static override paths = [['config', 'get']];
  static override usage = BaseCommand.Usage({
    description: 'Show the value of one setting that is in force',
    details: 'Lists and mappings are JSON. A setting without a value is an empty line. A secret is ***.',
    examples: [['See whose rules are merged in', 'precept config get master_server_url']],
  });

  key = Option.String({ name: 'key' });

  override async execute(): Promise<number> {
    const key = this.known(this.key);
    const { config, mistakes } = await this.open();
    const shown = shownSetting(config, key);
    const text = typeof shown.value === 'object' ? JSON.stringify(shown.value) : String(shown.value);
    if (shown.mistake !== true || this.format === 'json') this.tell(shown.value === null ? '' : text, shown);
    for (const mistake of mistakes) this.printer.error(mistake);
    return shown.mistake === true ? 1 : 0;
  }
}

/** `set` and `unset`: one key of the nearest settings file. */
abstract class EditConfigCommand extends SettingsCommand {
  key = Option.String({ name: 'key' });

  /** Writes the key's new value, or takes it out with undefined. */
  protected async edit(key: SettingName, value: unknown): Promise<number> {
    const { putSetting } = await import('../../../service/tasks/put-setting.ts');
    const config = await this.openTolerantly(() => {}, false);
    const { file, isOfMachine } = await this.nearest(config);
    if (isLocked(config.locks, key) && !isOfMachine) {
      this.printer.error(`${key} is locked by ${config.locks.file}, and only that file can change it`);
      return 1;
    }
    const done = await putSetting(file, key, value, { within: await this.folder, links: 'inside' });
    const says =
      value === undefined
        ? { created: '', changed: 'removed from', same: 'is not in' }[done]
        : { created: 'wrote in', changed: 'wrote in', same: 'left as it is in' }[done];
    this.tell(`${key}: ${says} ${file}`, { key, file, done });
    const notes: string[] = [];
    const after = await this.openTolerantly((problem) => notes.push(...problem.split('\n')), true);
    for (const note of notes) this.printer.note(`Note: ${note}`);
    const shown = shownSetting(after, key);
    if (value !== undefined && (shown.source === 'environment' || shown.source === 'flag'))
      this.printer.note(`Note: ${shown.place} goes before it as long as it is given.`);
    if (value === undefined && shown.place !== undefined)
      this.printer.note(`Note: ${shown.place} still gives it.`);
    return 0;
  }

  /** The file that is edited: the nearest there is, but for the machine's, which has to be asked for; else the project's, to be made. */
  private async nearest({ layers }: Config): Promise<{ file: string; isOfMachine: boolean }> {
    const { env, cwd, home } = this.context.world;
    const asked = askedFile({ flags: this.given.flags, env });
    const wanted = asked === undefined ? undefined : absolutePath(asked, cwd, home);
    const layer = layers.find(({ file, of }) => (wanted === undefined ? of !== 'machine' : file === wanted));
    if (layer !== undefined) return { file: layer.file, isOfMachine: layer.of === 'machine' };
    if (wanted !== undefined)
      throw new ConfigError(`settings file ${wanted} does not exist; make it first`, { isUsage: true });
    return { file: join(await this.folder, '.precept', 'settings.yml'), isOfMachine: false };
  }
}

class SetConfigCommand extends EditConfigCommand {
  static override paths = [['config', 'set']];
  static override usage = BaseCommand.Usage({
    description: 'Write a setting into the nearest settings file',
    details: `
      That is the file of --config, or else of this project, or else of your home folder; without any, .precept/settings.yml is made here. Comments
      and all else in it stay as they are. Lists of words are comma-separated, mappings are pairs like name=value, and other lists are JSON.
    `,
    examples: [
      ['Hear more of what happens', 'precept config set log_level info'],
      ['Two masters', `precept config set master_server_url '["https://a.test","https://b.test"]'`],
    ],
  });

  value = Option.String({ name: 'value' });

  override async execute(): Promise<number> {
    const key = this.known(this.key);
    const row: SettingRow = settings[key];
    if (row.secret === true || row.onlyVariable === true)
      throw new UsageError(
        `${key} is a secret, which a command line shows to others; give it as PRECEPT_${key.toUpperCase()}`,
      );
    const read = readValue(key, this.value);
    if ('wrong' in read) throw new UsageError(`setting ${key}: ${read.wrong}`);
    return this.edit(key, read.value);
  }
}

class UnsetConfigCommand extends EditConfigCommand {
  static override paths = [['config', 'unset']];
  static override usage = BaseCommand.Usage({
    description: 'Take a setting out of the nearest settings file',
    details: 'What a farther file or the default says holds again.',
    examples: [['Go back to the default', 'precept config unset log_level']],
  });

  override async execute(): Promise<number> {
    return this.edit(this.known(this.key), undefined);
  }
}

/** `log_level: info`, as a settings file has it. */
function assignment({ key, value }: ShownSetting): string {
  return `${key}: ${value === null ? '' : JSON.stringify(value)}`.trimEnd();
}

function sourceOf({ source, place, locked, mistake }: ShownSetting): string {
  return `${place ?? source}${locked === true ? ', locked' : ''}${mistake === true ? ', not usable' : ''}`;
}

export const configCommands: readonly CommandClass<CliContext>[] = [
  ShowConfigCommand,
  GetConfigCommand,
  SetConfigCommand,
  UnsetConfigCommand,
];
