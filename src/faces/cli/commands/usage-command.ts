import { Option } from 'clipanion';
import type * as v from 'valibot';
import { ask } from '../../../service/ask.ts';
import { named } from '../../../service/operations.ts';
import { lookedIn } from '../words/looked-in.ts';
import { asUsage } from '../words/usage-mistake.ts';
import { type AnsweringCommandClass, operationCommand, type Run } from './operation-command.ts';

const Base = operationCommand(named.getUsage) as AnsweringCommandClass;

/** `precept usage`: says on stderr what CSV has no place for, that the entries were cut. */
export class UsageCommand extends Base {
  rules = Option.Boolean('--rules', false, {
    description: 'Show the rules that are ignored, needless or never relevant, by what reviews found',
  });

  override async execute(): Promise<number> {
    if (!this.rules) return (await super.execute()) ?? 0;
    const given = (name: string) =>
      (this as unknown as Record<string, string | undefined>)[`argument_${name}`];
    const [since, scope] = [given('since') ?? '30d', given('scope')];
    const service = await this.openService();
    const asked = { since, ...(scope !== undefined && { scope }) };
    const answer = await ask(named.getRuleUsage, asked, service)
      .catch((error: unknown) => {
        throw asUsage(error, (name) => (name === 'since' ? '--since' : undefined));
      })
      .finally(() => service.close());
    await this.show(answer, this.format ?? 'markdown');
    return 0;
  }

  protected override async finish(run: Run): Promise<number> {
    const code = await super.finish(run);
    const { next, data } = run.answer;
    const { entries, reach = [] } = data as v.InferOutput<typeof named.getUsage.output>;
    if (reach.length === 0 && entries.every(({ reads }) => reads === 0))
      this.printer.note(lookedIn(run.service, 'usage_file'));
    if (next !== undefined && run.format === 'csv')
      this.printer.note(`There are more entries; --offset ${next.offset} gives the next.`);
    return code;
  }
}
