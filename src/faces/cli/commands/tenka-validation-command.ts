import { UsageError } from 'clipanion';
import { ask } from '../../../service/ask.ts';
import { named } from '../../../service/operations.ts';
import { parsedOption } from '../words/parsed-option.ts';
import { type AnsweringCommandClass, operationCommand, type Run } from './operation-command.ts';
import { type Validation, validationBars } from './parts/tenka-bars.ts';

const Base = operationCommand(named.getValidationStatus) as AnsweringCommandClass;

/** `precept tenka validation`: on a terminal with a bar per story, and with a percentage to reach for CI. */
export class TenkaValidationCommand extends Base {
  failUnder = parsedOption(['--fail-under'], {
    description: 'End with 1 when less than this percentage of the acceptance criteria is validated, like 80',
    parse: percentage,
  });

  protected override async finish(run: Run): Promise<number> {
    const { answer, service } = run;
    const { failUnder: limit } = this;
    const { stdout, world } = this.context;
    const validation = answer.data as Validation;
    if (this.format === undefined && world.stdout.isTTY === true) {
      // A terminal that does not know its width says 0.
      const columns = (stdout as { columns?: number }).columns || 80;
      const stories = await ask(
        named.getUserStories,
        { scope_name: validation.scope_name, status: 'all', include_inactive: true },
        service,
      );
      this.printer.report(
        validationBars(validation, stories.data, { columns, ascii: world.env.TERM === 'dumb' }),
        false,
      );
    } else {
      await super.finish(run);
    }
    return limit === undefined || this.reaches(limit, validation) ? 0 : 1;
  }

  private reaches(limit: number, { validated, total }: Validation): boolean {
    if (validated * 100 >= limit * total && (total > 0 || limit === 0)) return true;
    const share = total === 0 ? '' : ` (${percent(validated, total)}%)`;
    this.printer.error(
      `${validated} of ${total} acceptance criteria are validated${share}; --fail-under asks for ${limit}%`,
    );
    return false;
  }
}

/** Rounded down to one decimal, so that what is too little never looks like enough. */
function percent(part: number, whole: number): number {
  return Math.floor((part / whole) * 1000) / 10;
}

function percentage(text: string, flag: string): number {
  const value = /^\d{1,3}(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 100) return value;
  throw new UsageError(`${flag} takes a percentage from 0 to 100, not "${text}"`);
}
