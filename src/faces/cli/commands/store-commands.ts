import { type CommandClass, Option, UsageError } from 'clipanion';
import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../store/database.ts';
import { BaseCommand } from '../base-command.ts';
import type { CliContext } from '../program.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';
import { momentOption } from '../words/moment-option.ts';
import { FactCommand } from './fact-command.ts';

/** What the commands of the store have in common: the database that PRECEPT_STORE_URL names. */
abstract class StoreCommand extends FactCommand {
  format = formatOption(factFormats);

  protected abstract work(database: Database, config: Config): Promise<number>;

  override async execute(): Promise<number> {
    const service = await this.openService();
    if (service.store === null)
      throw new UsageError('There is no store: give the address of a database in PRECEPT_STORE_URL');
    try {
      return await this.work(await service.store(), service.config);
    } finally {
      await service.close();
    }
  }
}

class MigrateCommand extends StoreCommand {
  static override paths = [['store', 'migrate']];
  static override usage = BaseCommand.Usage({
    description: 'Make the tables of the store, or bring them to this version',
    examples: [['Before the servers of a new version start', 'precept store migrate']],
  });

  check = Option.Boolean('--check', false, {
    description: 'Change nothing; end with 1 while something is to be done',
  });

  protected override async work(database: Database): Promise<number> {
    const { migrate } = await import('../../../store/migrate.ts');
    const { from, to, known } = await migrate(database, { check: this.check });
    if (from > known) {
      this.printer.error(
        `the store is at version ${from}, and this program knows ${known}; install a newer one`,
      );
      return 1;
    }
    const pending = to < known;
    this.tell(
      pending
        ? `The store is at version ${from} of ${known}; "precept store migrate" brings it forward.`
        : from === to
          ? `The store is at version ${to}; nothing is to be done.`
          : `The store was brought from version ${from} to ${to}.`,
      { from, to, known, pending },
    );
    return pending ? 1 : 0;
  }
}

class ImportCommand extends StoreCommand {
  static override paths = [['store', 'import']];
  static override usage = BaseCommand.Usage({
    description: 'Copy feedback, usage and test results from files into the store, each line once',
  });

  protected override async work(database: Database, config: Config): Promise<number> {
    const { importFiles } = await import('../../../store/move.ts');
    const { feedback_file, usage_file, validation_file } = config.settings;
    const imported = await importFiles(database, {
      feedback: feedback_file,
      usage: usage_file,
      results: validation_file,
    });
    const { feedback, states, usage, results } = imported;
    this.tell(
      `Copied ${feedback} entries and ${states} states of feedback, ${usage} lines of usage, ${results} lines of test results.`,
      imported,
    );
    this.printer.note(`precept: looked in ${[feedback_file, usage_file, validation_file].join(', ')}`);
    return 0;
  }
}

class PruneCommand extends StoreCommand {
  static override paths = [['store', 'prune']];
  static override usage = BaseCommand.Usage({
    description: 'Delete from the store what was stored before a moment',
    examples: [['Keep a year', 'precept store prune --before 365d']],
  });

  before = momentOption(
    '--before',
    'Delete what is from before this date, like 2026-03-31, or older than this, like 365d; it has to be given',
  );

  protected override async work(database: Database): Promise<number> {
    if (this.before === undefined) throw new UsageError('store prune needs --before');
    const { pruneStore } = await import('../../../store/move.ts');
    const deleted = await pruneStore(database, this.before);
    this.tell(`Deleted ${deleted} rows.`, { before: new Date(this.before).toISOString(), deleted });
    return 0;
  }
}

export const storeCommands: readonly CommandClass<CliContext>[] = [
  MigrateCommand,
  ImportCommand,
  PruneCommand,
];
