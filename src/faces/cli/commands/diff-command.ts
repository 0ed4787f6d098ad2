import { Option, UsageError } from 'clipanion';
import type { Difference } from '../../../compare/change.ts';
import { forReport, forTerminal, withoutCommands } from '../../../model/text/for-terminal.ts';
import { BaseCommand } from '../base-command.ts';
import { hasColours } from '../printer.ts';
import { formatOption } from '../words/choice-option.ts';

const formats = ['text', 'markdown', 'json', 'github'] as const;

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
    const { diffContent } = await import('../../../service/tasks/diff/diff-content.ts');
    const request = { from: this.from, to: this.to, scope: this.scope ?? null };
    const difference = await diffContent(service, request, this.context.world)
      .catch(async (error: unknown) => {
        const { UnknownSource } = await import('../../../compare/load/find-source.ts');
        throw error instanceof UnknownSource ? new UsageError(error.message) : error;
      })
      .finally(() => service.close());
    this.context.stdout.write(await this.written(difference));
    return this.exitCode && difference.scopes.length > 0 ? 1 : 0;
  }

  private async written(difference: Difference): Promise<string> {
    const { stdout, world } = this.context;
    switch (this.format ?? 'text') {
      case 'json':
        return `${JSON.stringify((await import('../../../compare/formats/json-format.ts')).diffData(difference), null, 2)}\n`;
      case 'markdown':
        return forReport(
          (await import('../../../compare/formats/markdown-format.ts')).diffMarkdown(difference),
        );
      case 'github':
        return forTerminal(
          (await import('../../../compare/formats/github-format.ts')).diffGithub(difference, world.cwd),
        );
      case 'text':
        return withoutCommands(
          (await import('../../../compare/formats/text-format.ts')).diffText(difference, {
            colour: hasColours(stdout, world.env),
          }),
        );
    }
  }
}
