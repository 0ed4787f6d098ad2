import { named } from '../../../service/operations.ts';
import { type AnsweringCommandClass, operationCommand, type Run } from './operation-command.ts';

const Base = operationCommand(named.getUsage) as AnsweringCommandClass;

/** `precept usage`: says on stderr what CSV has no place for, that the entries were cut. */
export class UsageCommand extends Base {
  protected override async finish(run: Run): Promise<number> {
    const code = await super.finish(run);
    const { next } = run.answer;
    if (next !== undefined && run.format === 'csv')
      this.printer.note(`There are more entries; --offset ${next.offset} gives the next.`);
    return code;
  }
}
