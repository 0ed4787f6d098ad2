import { type CommandClass, Option, UsageError } from 'clipanion';
import { ConfigError } from '../../../config/config.ts';
import { readSourceEntries, type SourceEntry, sourceLabel } from '../../../config/values/source-entries.ts';
import type { Service } from '../../../service/service.ts';
import type { SourceDesk, SourceTrouble } from '../../../service/tasks/sources/manage-sources.ts';
import { BaseCommand } from '../base-command.ts';
import type { CliContext } from '../program.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';
import { FactCommand } from './fact-command.ts';
import { complain, countOf } from './parts/told-sources.ts';
import { UpdateSourcesCommand } from './update-sources-command.ts';

const manage = () => import('../../../service/tasks/sources/manage-sources.ts');

/** What the commands of sources that look at the lock have in common. */
abstract class SourcesCommand extends FactCommand {
  override async execute(): Promise<number> {
    const service = await this.openService();
    try {
      return await this.act((await manage()).openDesk(service, this.context.world), service);
    } finally {
      await service.close();
    }
  }

  protected abstract act(desk: SourceDesk, service: Service): Promise<number>;
}

class ListSourcesCommand extends SourcesCommand {
  static override paths = [['sources', 'list']];
  static override usage = BaseCommand.Usage({
    description: 'List the sources of the settings, and whether each is served',
    details:
      'Nothing is asked of the network. A source is ready, absent (its content is not on this machine) or unlocked (precept.lock does not have it).',
    examples: [['See what is served from where', 'precept sources list']],
  });

  format = formatOption(factFormats);

  protected override async act(desk: SourceDesk): Promise<number> {
    const rows = await (await manage()).listSources(desk);
    const lines = rows.map(
      ({ name, source, commit, tree, state, scopes }) =>
        `${name}  ${state}  ${(commit ?? tree ?? '-').slice(0, 12)}  ${source}${state === 'ready' ? `  ${countOf(scopes.length, 'scope')}` : ''}`,
    );
    this.tell(lines.join('\n'), { sources: rows });
    return 0;
  }
}

class FetchSourcesCommand extends SourcesCommand {
  static override paths = [['sources', 'fetch']];
  static override usage = BaseCommand.Usage({
    description: 'Get the content that precept.lock names, where this machine does not have it',
    details:
      'For fresh machines and CI. precept.lock stays as it is. Ends with 1 where something cannot be had. A review judges by the lock from before the change: give its commit with --at.',
    examples: [
      ['On a fresh machine', 'precept sources fetch'],
      ['Before "precept review HEAD^1...HEAD" in CI', 'precept sources fetch --at HEAD^1'],
    ],
  });

  at = Option.String('--at', {
    description: 'Use settings and precept.lock of this commit, in place of the files on the disk',
  });
  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    if (this.at === undefined) return super.execute();
    const { fetchAt } = await import('../../../service/tasks/sources/fetch-at.ts');
    return this.report(await fetchAt(this.at, await this.opening()));
  }

  protected override async act(desk: SourceDesk): Promise<number> {
    return this.report(await (await manage()).fetchLocked(desk));
  }

  private report({ fetched, troubles }: { fetched: string[]; troubles: SourceTrouble[] }): number {
    const said = fetched.length === 0 ? 'Nothing was missing.' : `Fetched ${fetched.join(', ')}.`;
    if (fetched.length > 0 || troubles.length === 0 || this.format === 'json')
      this.tell(said, { fetched, errors: troubles });
    complain(this.printer, troubles);
    return troubles.length === 0 ? 0 : 1;
  }
}

class CheckSourcesCommand extends SourcesCommand {
  static override paths = [['sources', 'check']];
  static override usage = BaseCommand.Usage({
    description: 'Check that precept.lock matches the settings and the content, for CI',
    details:
      'Each byte is compared with the ids of the lock. Nothing is asked of the network. Ends with 1 where something differs.',
    examples: [['In CI', 'precept sources fetch && precept sources check']],
  });

  format = formatOption(factFormats);

  protected override async act(desk: SourceDesk): Promise<number> {
    const troubles = await (await manage()).checkLocked(desk);
    if (troubles.length === 0 || this.format === 'json')
      this.tell(
        `${countOf(desk.entries.length, 'source')} ${desk.entries.length === 1 ? 'is' : 'are'} as precept.lock says.`,
        {
          ok: troubles.length === 0,
          errors: troubles,
        },
      );
    complain(this.printer, troubles);
    return troubles.length === 0 ? 0 : 1;
  }
}

class OutdatedSourcesCommand extends SourcesCommand {
  static override paths = [['sources', 'outdated']];
  static override usage = BaseCommand.Usage({
    description: 'List the sources whose branch or tag has moved on since it was locked',
    details: 'Asks each repository. Ends with 1 where a source is outdated, or cannot be asked.',
    examples: [['See what is new', 'precept sources outdated']],
  });

  format = formatOption(factFormats);

  protected override async act(desk: SourceDesk): Promise<number> {
    const { rows, troubles } = await (await manage()).findOutdated(desk);
    const old = rows.filter(({ outdated }) => outdated);
    const short = (id: string | null) => id?.slice(0, 12) ?? '-';
    const lines = old.map(
      ({ name, source, commit, newest }) => `${name}  ${short(commit)} -> ${short(newest)}  ${source}`,
    );
    if (lines.length > 0 || troubles.length === 0 || this.format === 'json')
      this.tell(lines.length === 0 ? 'Nothing is outdated.' : lines.join('\n'), {
        sources: rows,
        errors: troubles,
      });
    complain(this.printer, troubles);
    return old.length + troubles.length === 0 ? 0 : 1;
  }
}

class AddSourceCommand extends BaseCommand {
  static override paths = [['sources', 'add']];
  static override usage = BaseCommand.Usage({
    description: 'Add a repository or archive to the setting sources, and lock it',
    details: 'Writes the nearest settings file and precept.lock. An archive takes --sha256.',
    examples: [
      ['Rules of the company', 'precept sources add https://github.com/acme/rules --path rules'],
      ['An archive', 'precept sources add https://example.com/rules-1.2.tar.gz --sha256 <hex>'],
    ],
  });

  git = Option.String({ name: 'git' });
  ref = Option.String('--ref', { description: 'Branch, tag or commit; the default branch unless given' });
  folder = Option.String('--path', {
    description: 'Folder of scopes in it, like rules; the whole unless given',
  });
  as = Option.String('--as', { description: 'What the names of its scopes get in front, like acme-' });
  sha256 = Option.String('--sha256', { description: 'SHA-256 of the archive, in hex' });
  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    const entry = this.entry();
    const { addSource } = await import('../../../service/tasks/sources/add-source.ts');
    const service = await this.openService(() => {});
    const file = await addSource(service, entry).finally(() => service.close());
    // As the settings say it from now on.
    const added = await this.openService();
    try {
      const { openDesk, writeLock } = await manage();
      const { findUpdate } = await import('../../../service/tasks/sources/update-sources.ts');
      if (added.config.settings.sources.length === 0)
        throw new ConfigError(
          `${file} has the source now, and its setting sources has no effect yet; run "precept trust", then "precept sources update --write"`,
        );
      const desk = openDesk(added, this.context.world);
      const update = await findUpdate(desk, sourceLabel(entry));
      complain(this.printer, update.troubles);
      if (update.troubles.length > 0) return 1;
      await writeLock(desk, update.locks);
      const facts = {
        file,
        added: sourceLabel(entry),
        scopes: update.difference.scopes.map(({ name }) => name),
      };
      if (this.format === 'json') this.printer.json(facts);
      else
        this.printer.report(
          `Added ${facts.added} to ${file}, and locked it. It changes ${countOf(facts.scopes.length, 'scope')}.`,
        );
      return 0;
    } finally {
      await added.close();
    }
  }

  /** UsageError for what is none. */
  private entry(): SourceEntry {
    const isArchive = this.sha256 !== undefined;
    const given = {
      [isArchive ? 'archive' : 'git']: this.git,
      ref: this.ref,
      path: this.folder,
      as: this.as,
      sha256: this.sha256,
    };
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const read = readSourceEntries([known]);
    if (typeof read === 'string') throw new UsageError(read.replace(/^entry 1: /, ''));
    return read[0] as SourceEntry;
  }
}

export const sourcesCommands: readonly CommandClass<CliContext>[] = [
  AddSourceCommand,
  UpdateSourcesCommand,
  OutdatedSourcesCommand,
  CheckSourcesCommand,
  ListSourcesCommand,
  FetchSourcesCommand,
];
