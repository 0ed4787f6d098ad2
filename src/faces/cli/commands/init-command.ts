import { join } from 'node:path';
import { Option, UsageError } from 'clipanion';
import { ConfigError } from '../../../config/config.ts';
import { toFlag } from '../../../config/setting-flags.ts';
import { settings } from '../../../config/settings.ts';
import { allowedValues, parseSetting } from '../../../config/values/parse-setting.ts';
import { findProjectAbove } from '../../../runtime/files/find-project.ts';
import { openService } from '../../../service/open-service.ts';
import { type Client, type ClientId, clientIds, clients, serverEntry } from '../../../setup/clients.ts';
import { BaseCommand } from '../base-command.ts';
import type { Printer } from '../printer.ts';
import { choiceOption } from '../words/choice-option.ts';

/** `precept init`: a project's first rules, and the configuration of its agent's client. */
export class InitCommand extends BaseCommand {
  static override paths = [['init']];
  static override usage = BaseCommand.Usage({
    description: 'Start a .precept folder here, and configure a client',
    details: `
      Writes settings and a first scope, named after this folder, that answers at once. What exists is kept. The
      configuration of a client is printed by --client, and with --write put into the project's file for it, beside what
      that holds. Clients: ${clientIds.join(', ')}. With --master the settings name a server whose scopes are merged in, and
      answers say when it cannot be reached.
    `,
    examples: [
      ['Start with rules of this project', 'precept init'],
      ['And have Claude Code read them', 'precept init --client claude --write'],
      ['Start with the rules of the company', 'precept init --master https://rules.example.com'],
    ],
  });

  client = choiceOption('--client', clientIds, { about: 'Print the configuration of this client' });
  write = Option.Boolean('--write', false, {
    description: "With --client: write it into the project's file for that client",
  });

  master = Option.Array('--master', [], {
    description:
      'Address of a server whose scopes are merged in, like https://rules.example.com; may be repeated',
  });

  override async execute(): Promise<number> {
    const client = this.chosen();
    const masters = this.masters();
    const { writeStarter } = await import('../../../setup/write-starter.ts');
    const { SetupError } = await import('../../../setup/setup-error.ts');
    const { cwd, home } = this.context.world;
    const { printer } = this;
    const above = await findProjectAbove(cwd, home);
    // A configuration that is printed is all that stdout holds, so that it can go into a file.
    const isPrinted = client !== null && !this.write;
    const tell = (line: string) => (isPrinted ? printer.note(line) : printer.report(line));
    try {
      const { schemas } = this.context.programs.machine;
      const { scope, outcomes } = await writeStarter(cwd, schemas, masters);
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
      const isFolded = client !== null && kept.length > 1;
      if (isFolded) tell(`kept     ${kept.length} files of .precept  (they exist)`);
      for (const { path, done } of outcomes) {
        if (done === 'created') tell(`created  ${path}`);
        else if (!isFolded) tell(`kept     ${path}  (it exists)`);
      }
      if (above !== null)
        printer.note(
          `Note: ${above} has a .precept too, which commands in this folder would read without the one here. Its rules are not inherited; remove .precept here to go back to them.`,
        );
      await this.noteOverrides(printer);
      if (!isNew) await this.checkMasters(masters);
      if (client === null) return this.adviseNext(printer, scope);
      return await (this.write ? this.writeClient(client, printer) : this.printClient(client, printer));
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      printer.error(error.message);
      if (error.paste !== undefined) printer.note(error.paste.trimEnd());
      return 1;
    }
  }

  private chosen(): ClientId | null {
    const [setting] = Object.keys(this.given.flags);
    if (setting !== undefined) {
      const hint = setting === 'master_server_url' ? '; --master names a server' : '';
      throw new UsageError(
        `"precept init" writes .precept in the working folder and takes no ${toFlag(setting)}${hint}`,
      );
    }
    if (this.client === undefined && this.write)
      throw new UsageError(`--write goes with --client, one of ${clientIds.join(', ')}`);
    return this.client ?? null;
  }

  private masters(): readonly string[] {
    const { master_server_url: row } = settings;
    const urls = parseSetting(row, this.master);
    if (urls !== undefined) return urls as readonly string[];
    throw new UsageError(`--master takes ${allowedValues(settings.oidc_issuer_url)}`);
  }

  /** Settings that were there are left alone: SetupError with what to add where they lack one of the masters. */
  private async checkMasters(masters: readonly string[]): Promise<void> {
    if (masters.length === 0) return;
    const { env, cwd, home } = this.context.world;
    const { config } = await openService({ flags: {}, env, cwd, home, writeLog: () => {}, tolerate() {} });
    const { master_server_url: known, show_unavailable: isShown, masters: entries } = config.settings;
    if (isShown && masters.every((url) => known.includes(url))) return;
    const { lackingMasters } = await import('../../../setup/write-starter.ts');
    throw lackingMasters(masters, known, entries.length > 0);
  }

  private async printClient(id: ClientId, printer: Printer): Promise<number> {
    const { configText } = await import('../../../setup/config-text.ts');
    const client: Client = clients[id];
    printer.note(`${client.name} reads this from ${client.projectFile} (--write puts it there):`);
    printer.answer(configText(client, serverEntry(client, this.context.programs.machine.platform)), true);
    if (id === 'claude')
      printer.note(
        '--write also adds a line for agents to AGENTS.md, and hooks that show them the index to .claude/settings.json.',
      );
    return 0;
  }

  private async writeClient(id: ClientId, printer: Printer): Promise<number> {
    const { writeClientFile } = await import('../../../setup/client-file.ts');
    const client: Client = clients[id];
    const written = await writeClientFile(
      client,
      this.context.world.cwd,
      this.context.programs.machine.platform,
    );
    if (written.done === 'present')
      printer.report(`kept     ${client.projectFile}  (its entry "${written.entry}" is left alone)`);
    else {
      const what = written.done === 'created' ? 'created  ' : 'changed  ';
      const added = written.done === 'added' ? '  (added "precept")' : '';
      printer.report(`${what}${client.projectFile}${added}`);
    }
    if (id === 'claude') await this.instruct(printer);
    if (written.done !== 'present') printer.note(client.nextStep);
    return 0;
  }

  /** What makes agents of Claude Code ask: a block of instructions, and hooks. */
  private async instruct(printer: Printer): Promise<void> {
    const { instruct, missingImport } = await import('../../../setup/instruct.ts');
    for (const { path, done } of await instruct(this.context.world.cwd))
      if (done !== 'kept') printer.report(`${done}  ${path}`);
    const claude = await missingImport(this.context.world.cwd);
    if (claude !== null)
      printer.note(
        `Claude Code does not read AGENTS.md beside ${claude}: add the line @AGENTS.md to ${claude}.`,
      );
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
