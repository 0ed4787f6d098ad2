import { join } from 'node:path';
import { Option, UsageError } from 'clipanion';
import { type ClientId, type ServedClient, servedClients } from '../../../clients/clients.ts';
import { ConfigError } from '../../../config/config.ts';
import { toFlag } from '../../../config/setting-flags.ts';
import { settings } from '../../../config/settings.ts';
import { allowedValues, parseSetting } from '../../../config/values/parse-setting.ts';
import { findProjectAbove } from '../../../runtime/files/find-project.ts';
import { openService } from '../../../service/open-service.ts';
import type { SetupError } from '../../../setup/setup-error.ts';
import { BaseCommand } from '../base-command.ts';
import type { Printer } from '../printer.ts';
import { choicesOption } from '../words/choice-option.ts';

const clientIds: readonly ClientId[] = servedClients.map(([id]) => id);
type Chosen = readonly (readonly [ClientId, ServedClient])[];

/** `precept init`: a project's first rules, and the configuration of its agent's client. */
export class InitCommand extends BaseCommand {
  static override paths = [['init']];
  static override usage = BaseCommand.Usage({
    description: 'Start a .precept folder here, and configure a client',
    details: `
      Writes settings and a first scope, named after this folder, that answers at once. What exists is kept. The
      configuration of clients is printed by --client, and with --write put into the project's files for them, beside what
      these hold: the server, hooks that show an agent the rules of a file as it touches it, and a pointer in the file of
      instructions. Clients: ${clientIds.join(', ')}. With --master the settings name a server whose scopes are merged in,
      and answers say when it cannot be reached.
    `,
    examples: [
      ['Start with rules of this project', 'precept init'],
      ['And have Claude Code read them', 'precept init --client claude --write'],
      ['And two more clients', 'precept init --client claude,cursor,codex --write'],
      ['Start with the rules of the company', 'precept init --master https://rules.example.com'],
      ['Begin a settings file for all machines of an organisation', 'precept init --organisation'],
    ],
  });

  client = choicesOption('--client', clientIds, {
    about: 'Print the configuration of these clients, with commas between them',
    otherwise: 'docs/clients.md has the entry of other clients, to write by hand',
  });
  write = Option.Boolean('--write', false, {
    description: "With --client: write it into the project's files for these clients",
  });
  noHooks = Option.Boolean('--no-hooks', false, { description: 'With --write: set up no hooks' });
  command = Option.String('--command', {
    description: 'With --client: what clients start, like precept or "node /opt/precept/dist/main.js"',
  });
  packageVersion = Option.String('--package-version', {
    description: 'With --client: the version of the npm package that clients start, like 1.2.3',
  });

  master = Option.Array('--master', [], {
    description:
      'Address of a server whose scopes are merged in, like https://rules.example.com; may be repeated',
  });

  organisation = Option.Boolean('--organisation', false, {
    description: 'Write a settings file for administrators instead, and print how to roll it out',
  });

  override async execute(): Promise<number> {
    const chosen = this.chosen();
    const masters = this.masters();
    if (this.organisation) return this.beginOrganisation(masters);
    const start = await this.start();
    const { writeStarter } = await import('../../../setup/write-starter.ts');
    const { SetupError: SetupFault } = await import('../../../setup/setup-error.ts');
    const { cwd, home } = this.context.world;
    const { printer } = this;
    const above = await findProjectAbove(cwd, home);
    // A configuration that is printed is all that stdout holds, so that it can go into a file.
    const isPrinted = chosen !== null && !this.write;
    const tell = (line: string) => (isPrinted ? printer.note(line) : printer.report(line));
    try {
      const { schemas } = this.context.programs.machine;
      const { scope, others, outcomes } = await writeStarter(cwd, schemas, masters);
      const isNew = outcomes.some(({ path, done }) => path === '.precept/settings.yml' && done === 'created');
      if (isNew) {
        const { readSubject, trust } = await import('../../../trust/trust.ts');
        // Whoever writes it has allowed it. Where that cannot be kept, it is asked for when it matters.
        await readSubject(join(cwd, '.precept', 'settings.yml'), home)
          .then((subject) => trust(home, subject))
          .catch(() => {});
      }
      const kept = outcomes.filter(({ done }) => done === 'kept');
      // Whoever asks for a client has most often begun already, and looks for the line about the client.
      const isFolded = chosen !== null && kept.length > 1;
      if (isFolded) tell(`kept     ${kept.length} files of .precept  (they exist)`);
      for (const { path, done } of outcomes) {
        if (done === 'created') tell(`created  ${path}`);
        else if (!isFolded) tell(`kept     ${path}  (it exists)`);
      }
      if (isNew && others.length > 0)
        printer.note(
          `default_scope is ${scope} (others: ${others.join(', ')}); change it in .precept/settings.yml.`,
        );
      if (above !== null)
        printer.note(
          `Note: ${above} has a .precept too, which commands in this folder would read without the one here. Its rules are not inherited; remove .precept here to go back to them, and give this folder a scope there (docs/authoring.md).`,
        );
      if (cwd === home)
        printer.note(
          'Note: this is your home folder. The settings here count in all of your projects, and the rules in each project without rules of its own. To begin one project, run the command in its folder.',
        );
      await this.noteOverrides(printer);
      await this.fetchSources(tell);
      const lacking = isNew ? null : await this.lackingMasters(masters);
      const metadata = `.precept/rules/${scope}/metadata.yml`;
      if (masters.length > 0 && outcomes.some(({ path, done }) => path === metadata && done === 'created'))
        printer.note(
          `The scope ${scope} inherits from no scope of a master yet: name one in ${metadata}, like "parents: [${await this.exampleParent()}]". "precept scopes" lists them.`,
        );
      if (lacking !== null && (chosen === null || !this.write)) throw lacking;
      if (chosen === null) return this.adviseNext(printer, scope);
      const code = await (this.write
        ? this.writeClients(chosen, start, scope)
        : this.printClients(chosen, start, printer));
      if (lacking !== null) throw lacking;
      return code;
    } catch (error) {
      if (!(error instanceof SetupFault)) throw error;
      this.tellFault(error);
      return 1;
    }
  }

  private async beginOrganisation(masters: readonly string[]): Promise<number> {
    if (this.client !== undefined) throw new UsageError('--organisation and --client do not go together');
    const { organisationFile, rollOut, writeOrganisation } = await import('../../../setup/organisation.ts');
    const isNew = await writeOrganisation(this.context.world.cwd, masters);
    this.printer.report(isNew ? `created  ${organisationFile}` : `kept     ${organisationFile}  (it exists)`);
    for (const line of ['', ...rollOut]) this.printer.note(line);
    return 0;
  }

  private tellFault({ message, paste }: SetupError): void {
    this.printer.error(message);
    if (paste !== undefined) this.printer.note(paste.trimEnd());
  }

  private chosen(): Chosen | null {
    const [setting] = Object.keys(this.given.flags);
    if (setting !== undefined) {
      const hint = setting === 'master_server_url' ? '; --master names a server' : '';
      throw new UsageError(
        `"precept init" writes .precept in the working folder and takes no ${toFlag(setting)}${hint}`,
      );
    }
    const wanting = this.write
      ? '--write'
      : this.command !== undefined
        ? '--command'
        : this.packageVersion !== undefined
          ? '--package-version'
          : null;
    if (this.client === undefined && wanting !== null)
      throw new UsageError(`${wanting} goes with --client, one of ${clientIds.join(', ')}`);
    if (this.noHooks && !this.write) throw new UsageError('--no-hooks goes with --write');
    const { client } = this;
    return client === undefined ? null : servedClients.filter(([id]) => client.includes(id));
  }

  /** The words that start Precept. */
  private async start(): Promise<readonly string[]> {
    const { command, packageVersion: version } = this;
    if (command !== undefined && version !== undefined)
      throw new UsageError(
        '--package-version is about the npm package, and --command starts something else: give one of them',
      );
    const { startWords } = await import('../../../setup/start-words.ts');
    const words = startWords(command, version);
    if (words !== null) return words;
    throw new UsageError(
      command === undefined
        ? `--package-version takes a version or tag, like 1.2.3 or latest, not "${version}"`
        : `--command takes the words that start Precept, like "node /opt/precept/dist/main.js", not "${command}"`,
    );
  }

  private masters(): readonly string[] {
    const { master_server_url: row } = settings;
    const urls = parseSetting(row, this.master);
    if (urls !== undefined) return urls as readonly string[];
    throw new UsageError(`--master takes ${allowedValues(settings.oidc_issuer_url)}`);
  }

  /** Settings that were there are left alone: what to add where they lack one of the masters; null where they have all. */
  private async lackingMasters(masters: readonly string[]): Promise<SetupError | null> {
    if (masters.length === 0) return null;
    const { env, cwd, home } = this.context.world;
    const { config } = await openService({ flags: {}, env, cwd, home, writeLog: () => {}, tolerate() {} });
    const { master_server_url: known, show_unavailable: isShown, masters: entries } = config.settings;
    if (isShown && masters.every((url) => known.includes(url))) return null;
    const { lackingMasters } = await import('../../../setup/write-starter.ts');
    return lackingMasters(masters, known, entries.length > 0);
  }

  /** A scope of the masters that another may inherit from; a made-up one where they have none, or are away. */
  private async exampleParent(): Promise<string> {
    const { env, cwd, home } = this.context.world;
    const { service } = await openService({ flags: {}, env, cwd, home, writeLog: () => {}, tolerate() {} });
    const { foreignScope } = await import('../../../service/tasks/foreign-scope.ts');
    const found = await foreignScope(service);
    await service.close();
    return found ?? 'company';
  }

  private async printClients(chosen: Chosen, start: readonly string[], printer: Printer): Promise<number> {
    const { printedConfig } = await import('../../../setup/set-up-clients.ts');
    const { platform } = this.context.programs.machine;
    for (const [, client] of chosen) {
      const { name, servers, hooks, pointer } = client;
      printer.note(`${name} reads this from ${servers.projectFile} (--write puts it there):`);
      printer.answer(printedConfig(client, start, platform), true);
      const shows = hooks === null ? '' : `, and hooks that show them the rules to ${hooks.projectFile}`;
      if (pointer !== null) printer.note(`--write also adds a line for agents to ${pointer}${shows}.`);
    }
    return 0;
  }

  private async writeClients(chosen: Chosen, start: readonly string[], scope: string): Promise<number> {
    const { setUpClients } = await import('../../../setup/set-up-clients.ts');
    const { printer } = this;
    const setup = {
      project: this.context.world.cwd,
      platform: this.context.programs.machine.platform,
      start,
      isStartAsked: this.command !== undefined || this.packageVersion !== undefined,
      hasHooks: !this.noHooks,
      scope,
    };
    const isWhole = await setUpClients(chosen, setup, {
      done: (line) => printer.report(line),
      note: (line) => printer.note(line),
      fault: (error) => this.tellFault(error),
    });
    return isWhole ? 0 : 1;
  }

  /** Settings of elsewhere go before what was written here, and would make it look broken. */
  private async noteOverrides(printer: Printer): Promise<void> {
    const { env, cwd, home } = this.context.world;
    try {
      const { config } = await openService({ flags: {}, env, cwd, home, writeLog: () => {} });
      const expected = join(cwd, '.precept', 'rules');
      if (config.rulesPath !== null && config.rulesPath !== expected)
        printer.note(`Note: the rules in use are those of ${config.rulesPath}, as the settings say.`);
      if (config.settings.default_scope === null)
        printer.note('Note: the settings have no default_scope, so that tools need a scope_name.');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      printer.note(`Note: the settings have mistakes; "precept doctor" names them.`);
    }
  }

  /** What precept.lock names and this machine does not have, so that the first start serves it. */
  private async fetchSources(tell: (line: string) => void): Promise<void> {
    const { env, cwd, home } = this.context.world;
    const service = await openService({ flags: {}, env, cwd, home, writeLog: () => {}, tolerate() {} });
    if (service.config.settings.sources.length === 0) return;
    const { fetchLocked, openDesk } = await import('../../../service/tasks/sources/manage-sources.ts');
    const { fetched, troubles } = await fetchLocked(openDesk(service.service, this.context.world));
    for (const name of fetched) tell(`fetched  source ${name}`);
    for (const { name, error } of troubles) this.printer.note(`Note: source ${name}: ${error}`);
    if (troubles.length > 0) this.printer.note('"precept sources fetch" tries again.');
  }

  private adviseNext(printer: Printer, scope: string): number {
    // npm says so where npx has started the program, which then is not on the path of commands.
    const precept = this.context.world.env.npm_command === 'exec' ? 'npx precept-mcp' : 'precept';
    const next = [
      [`${precept} rules ${scope}`, 'what an agent reads'],
      [`${precept} lint`, 'what could be better, after each change'],
      [`${precept} serve --watch`, 'the same as pages to look at, while you edit'],
      [`${precept} init --client <name> --write`, `for one of ${clientIds.join(', ')}`],
    ] as const;
    const width = Math.max(...next.map(([command]) => command.length));
    printer.note('\nNext:');
    for (const [command, what] of next) printer.note(`  ${command.padEnd(width)}  ${what}`);
    return 0;
  }
}
