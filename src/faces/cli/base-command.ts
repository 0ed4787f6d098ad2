import { Command, Option } from 'clipanion';
import { settingFlags } from '../../config/setting-flags.ts';
import { openService } from '../../service/open-service.ts';
import type { Service } from '../../service/service.ts';
import { createPrinter, type Printer } from './printer.ts';
import type { CliContext, Flags } from './program.ts';

/** What every command has: a flag for each setting, the service they describe, and a printer. */
export abstract class BaseCommand extends Command<CliContext> {
  constructor() {
    super();
    for (const { name, flag, short, about } of settingFlags) {
      const names = short === null ? flag : `${short},${flag}`;
      const option = Option.String(names, { description: about, hidden: short === null });
      Object.assign(this, { [`setting_${name}`]: option });
    }
  }

  protected get printer(): Printer {
    return createPrinter(this.context, this.context.world.env);
  }

  /** The settings given as flags, as written. */
  protected get flags(): Flags {
    const given: Record<string, string> = {};
    for (const [field, value] of Object.entries(this)) {
      if (field.startsWith('setting_') && typeof value === 'string')
        given[field.slice('setting_'.length)] = value;
    }
    return given;
  }

  protected async openService(): Promise<Service> {
    const { env, cwd, home } = this.context.world;
    const writeLog = (line: string) => this.context.stderr.write(line);
    return (await openService({ flags: this.flags, env, cwd, home, writeLog })).service;
  }
}
