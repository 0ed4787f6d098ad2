import { Option, UsageError } from 'clipanion';
import { forReport, forTerminal, withoutCommands } from '../../../model/text/for-terminal.ts';
import { BaseCommand } from '../base-command.ts';
import { hasColours } from '../printer.ts';
import { formatOption } from '../words/choice-option.ts';

const formats = ['text', 'markdown', 'json', 'github'] as const;
/** What makes a text of each format harmless where it is read. */
const fit: Readonly<Record<(typeof formats)[number], (text: string) => string>> = {
  text: withoutCommands,
  markdown: forReport,
  json: (text) => text,
  github: forTerminal,
};

/** `precept diff`: what every scope serves, compared between two sources. */
export class DiffCommand extends BaseCommand {
  static override paths = [['diff']];
  static override usage = BaseCommand.Usage({
    description: 'Compare what every scope serves between two sources',
    details: `
      A source is a git ref, a folder (a rules folder, or a project with .precept/rules) or the URL of a server. One alone
      is compared with the work tree, and HEAD is where none is named. Inheritance is applied, templates are as written,
      masters are not asked. A change that reaches many scopes is told once.
    `,
    examples: [
      ['What my edits change', 'precept diff'],
      ['A comment for a pull request', 'precept diff origin/main HEAD --format markdown'],
      ['What a server does not serve yet', 'precept diff https://precept.example.com .'],
    ],
  });

  from = Option.String({ name: 'from', required: false });
  to = Option.String({ name: 'to', required: false });
  scope = Option.String('--scope', {
    description: 'Name of the one scope to compare, like team-payments; all scopes unless given',
  });
  format = formatOption(formats);
  exitCode = Option.Boolean('--exit-code', false, {
    description: 'End with 1 where anything differs, for scripts',
  });

  override async execute(): Promise<number> {
    const service = await this.openService();
    const { diffContent, isUnknownSource, writeDifference } = await import(
      '../../../service/tasks/diff/diff-content.ts'
    );
    const request = { from: this.from, to: this.to, scope: this.scope ?? null };
    const difference = await diffContent(service, request, this.context.world)
      .catch((error: unknown) => {
        throw isUnknownSource(error) ? new UsageError(error.message) : error;
      })
      .finally(() => service.close());
    const { stdout, world } = this.context;
    const { format = 'text' } = this;
    const colour = hasColours(stdout, world.env);
    const text = await writeDifference(difference, format, { colour, cwd: world.cwd });
    stdout.write(fit[format](text));
    return this.exitCode && difference.scopes.length > 0 ? 1 : 0;
  }
}
