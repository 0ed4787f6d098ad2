import { Command, Option } from 'clipanion';
import { settings } from '../../config/settings.ts';
import { openService } from '../../service/open-service.ts';
import type { Service } from '../../service/service.ts';
import { createPrinter, type Printer } from './printer.ts';
import type { CliContext, Flags } from './program.ts';

const shorthand: Record<string, string> = { rules_path: '-r,--rules-path' };

/** What every command has: a flag for each setting, the service they describe, and a printer. */
export abstract class BaseCommand extends Command<CliContext> {
  config = Option.String('-c,--config', { description: 'Settings file' });

  constructor() {
    super();
    for (const [name, row] of Object.entries(settings)) {
      if ('secret' in row) continue;
      const flag = shorthand[name] ?? `--${name.replaceAll('_', '-')}`;
      const own = {
        [`setting_${name}`]: Option.String(flag, { description: row.about, hidden: name !== 'rules_path' }),
      };
      Object.assign(this, own);
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
    if (this.config !== undefined) given.config = this.config;
    return given;
  }

  protected async openService(): Promise<Service> {
    const { env, cwd, home } = this.context.world;
    const writeLog = (line: string) => this.context.stderr.write(line);
    return (await openService({ flags: this.flags, env, cwd, home, writeLog })).service;
  }
}
