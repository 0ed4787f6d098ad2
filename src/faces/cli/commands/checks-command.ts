import { Option } from 'clipanion';
import { forReport } from '../../../model/text/for-terminal.ts';
import { BaseCommand } from '../base-command.ts';
import { formatOption } from '../words/choice-option.ts';
import { countOption } from '../words/count-option.ts';
import { defaultScope } from './operation-command.ts';

const formats = ['text', 'markdown', 'json'] as const;

/** `precept checks`: what enforces each rule of a scope in this checkout, and whether it does. */
export class ChecksCommand extends BaseCommand {
  static override paths = [['checks']];
  static override usage = BaseCommand.Usage({
    description: 'Say what enforces each rule of a scope in this checkout',
    details: `
      Each rule is enforced, stale (the linter's rule that it names is off or unknown), unverified (nobody could tell), for a reader to
      review, or unmarked (without a check). The linters that rules name are asked where they are installed and "precept trust" allows
      them to run; their configuration files are read otherwise. Ends with 1 where a rule is stale.
    `,
    examples: [
      ['What enforces the rules of a scope', 'precept checks checkout'],
      ['The rules that nothing enforces', 'precept checks checkout --unmarked'],
      ['A comment for a pull request', 'precept checks checkout --format markdown'],
    ],
  });

  scope = Option.String({ name: 'scope', required: false });
  format = formatOption(formats);
  unmarked = Option.Boolean('--unmarked', false, { description: 'List the rules without any check' });

  timeout = countOption('--timeout', 1, 3600, 'Seconds that a linter may take, 60 unless given');

  override async execute(): Promise<number> {
    const service = await this.openService();
    const { judgeScopeChecks, writeChecks } = await import('../../../service/tasks/scope-checks.ts');
    const judged = async () => {
      const names = { command: 'checks', positional: ['scope'] };
      const scope = this.scope ?? defaultScope(service, names, this.printer);
      return judgeScopeChecks(service, scope, this.context.world, this.timeout);
    };
    const { data, isKeptFromRunning, passedOver } = await judged().finally(() => service.close());
    if (isKeptFromRunning)
      this.printer.note(
        'precept: the tools of this checkout did not run, so their configuration files alone decide; look at them, then run "precept trust"',
      );
    for (const sentence of passedOver) this.printer.note(`precept: ${sentence}`);
    const shown = this.unmarked
      ? { ...data, rules: data.rules.filter(({ state }) => state === 'unmarked') }
      : data;
    if (this.format === 'json') this.printer.json(shown);
    else if (this.format === 'markdown')
      this.printer.report(await writeChecks(data, 'markdown', this.unmarked));
    else this.context.stdout.write(forReport(await writeChecks(data, 'text', this.unmarked)));
    return data.counts.stale > 0 ? 1 : 0;
  }
}
