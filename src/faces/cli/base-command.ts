import { Command, type CommandClass } from 'clipanion';
import { settingFlags } from '../../config/setting-flags.ts';
import { forReport } from '../../model/text/for-terminal.ts';
import { findProject } from '../../runtime/files/find-project.ts';
import { openService } from '../../service/open-service.ts';
import type { Service } from '../../service/service.ts';
import { createPrinter, type Printer } from './printer.ts';
import type { CliContext, GivenFlags } from './program.ts';
import { parsedOption } from './words/parsed-option.ts';

/** The value of a setting's flag, and the name by which it was typed. */
class GivenSetting {
  readonly value: string;
  readonly typed: string;

  constructor(value: string, typed: string) {
    this.value = value;
    this.typed = typed;
  }
}

/** What every command has: a flag for each setting, the service they describe, and a printer. */
export abstract class BaseCommand extends Command<CliContext> {
  constructor() {
    super();
    for (const { name, flag, short, about } of settingFlags) {
      const option = parsedOption(short === null ? [flag] : [short, flag], {
        description: about,
        // Only what has a short name is shown in the help: the others are the same for every command.
        hidden: short === null,
        parse: (value, typed) => new GivenSetting(value, typed),
      });
      Object.assign(this, { [fieldOf(name)]: option });
    }
  }

  protected get printer(): Printer {
    return createPrinter(this.context, this.context.world.env);
  }

  /** The settings given as flags, as written, and how their flags were typed. */
  protected get given(): GivenFlags {
    const settings = Object.entries(this).flatMap(([field, given]) =>
      given instanceof GivenSetting ? [[field.slice(fieldOf('').length), given] as const] : [],
    );
    return {
      flags: Object.fromEntries(settings.map(([name, { value }]) => [name, value])),
      typed: Object.fromEntries(settings.map(([name, { typed }]) => [name, typed])),
    };
  }

  protected async openService(writeLog?: (line: string) => void): Promise<Service> {
    return (await openService(await this.opening(writeLog))).service;
  }

  /** What a service of this command line is opened with. */
  protected async opening(
    writeLog: (line: string) => void = (line) => void this.context.stderr.write(forReport(line)),
  ) {
    const { env, cwd, home } = this.context.world;
    return { ...this.given, env, cwd, home, project: await findProject(cwd, home), writeLog };
  }
}

/** The command without the flags of settings that none of these words may mean. */
export function withTypedSettings(
  command: CommandClass<CliContext>,
  words: readonly string[],
): CommandClass<CliContext> {
  const unused = settingFlags.filter(
    ({ flag, short }) => short === null && !words.some((word) => word.startsWith(flag)),
  );
  const construct = () => {
    const created = new command();
    for (const { name } of unused) Reflect.deleteProperty(created, fieldOf(name));
    return created;
  };
  // Not a class that extends it: what commands inherit from is abstract.
  return new Proxy(command, { construct });
}

/** Where a command has the flag of a setting. */
function fieldOf(setting: string): string {
  return `setting_${setting}`;
}
