import { Option, UsageError } from 'clipanion';
import { forReport } from '../../../model/text/for-terminal.ts';
import { BaseCommand } from '../base-command.ts';
import { formatOption } from '../words/choice-option.ts';
import { countOption } from '../words/count-option.ts';
import { parsedOption } from '../words/parsed-option.ts';
import { asUsage } from '../words/usage-mistake.ts';
import { readPatch } from './parts/read-patch.ts';

const formats = ['text', 'markdown', 'json', 'sarif', 'github', 'rdjson', 'gitlab'] as const;

const defaultJobs = 4;

/** `precept review`: the rules that concern a change, and whether it keeps them. */
export class ReviewCommand extends BaseCommand {
  static override paths = [['review']];
  static override usage = BaseCommand.Usage({
    description: 'Say which rules concern a change, and whether it keeps them',
    details: `
      Without a range it is about what the work tree changed since it left the default branch, files included that git does not know yet.
      Rules and settings are read as they were before the change, so that it cannot weaken its judge. With --run the checks of the rules run
      over the changed files and lines: it ends with 1 where a MUST is violated, or the change breaks guidance.
    `,
    examples: [
      ['The rules for my change', 'precept review'],
      ['Whether a pull request keeps them', 'precept review origin/main...HEAD --run'],
      ['What is staged', 'precept review --staged --run'],
      ['A patch', 'precept review --patch change.diff'],
      ['For GitHub code scanning', 'precept review origin/main...HEAD --run --format sarif'],
    ],
  });

  range = Option.String({ name: 'range', required: false });
  staged = Option.Boolean('--staged', false, { description: 'Review what is staged against HEAD' });
  patch = Option.String('--patch', {
    description: 'Review a patch: the path of a file, or - for what comes on standard input',
  });
  scope = Option.String('--scope', {
    description:
      'Name of the scope whose rules judge, like team-payments; that of the setting default_scope unless given',
  });
  format = formatOption(formats);
  baseContent = Option.String('--base-content', {
    description:
      'Read guidance at this git ref, or worktree for as it lies; as before the change unless given',
  });
  maxTokens = parsedOption(['--max-tokens'], {
    description: 'About how long the texts of the rules may be together, 4000 unless given',
    parse: positive,
  });

  run = Option.Boolean('--run', false, {
    description:
      'Run the checks of these rules; end with 1 where a MUST is violated, rules are missing, or the change breaks guidance',
  });
  strict = Option.Boolean('--strict', false, {
    description: 'With --run, end with 1 where a SHOULD is violated too, and where a check did not run',
  });
  jobs = parsedOption(['--jobs'], {
    description: 'With --run, how many tools and commands run at the same time, 4 unless given',
    parse: positive,
  });

  timeout = countOption(
    '--timeout',
    1,
    3600,
    'With --run, the seconds that a linter may take, 60 unless given; a command has its own timeout',
  );

  override async execute(): Promise<number> {
    if (this.patch !== undefined && (this.range !== undefined || this.staged))
      throw new UsageError('--patch is reviewed in place of a range: give one of them');
    if (this.staged && this.range !== undefined)
      throw new UsageError('--staged is reviewed in place of a range: give one of them');
    const { world } = this.context;
    const { reviewWorkTree } = await import('../../../service/tasks/review/review-work-tree.ts');
    const patch = this.patch === undefined ? undefined : await readPatch(this.patch, this.context);
    const { range, staged, scope, baseContent, maxTokens } = this;
    const isShown = world.stderr.isTTY === true;
    const tell = (what: string) => (isShown ? this.printer.note(`precept: ${what}`) : undefined);
    const run = this.run ? { jobs: this.jobs ?? defaultJobs, seconds: this.timeout, tell } : undefined;
    const format = this.format ?? 'text';
    const review = await reviewWorkTree(
      { range, staged, patch, scope, baseContent, maxTokens, run },
      { ...this.given, ...world, writeLog: (line) => void this.context.stderr.write(forReport(line)) },
      { format, strict: this.strict },
    ).catch((error: unknown) => {
      throw asUsage(error, (argument) => usageNames[argument]);
    });
    if (format === 'text' || format === 'markdown') this.printer.report(review.text);
    else this.printer.answer(review.text, true);
    if (review.hasFailed && review.isIncomplete)
      this.printer.note('This ends with 1, because the rules are incomplete: the first line says why.');
    return review.hasFailed ? 1 : 0;
  }
}

/** What people typed for the arguments that a fault may be about. */
const usageNames: Readonly<Record<string, string>> = {
  range: '<range>',
  staged: '--staged',
  scope: '--scope',
  base_content: '--base-content',
};

function positive(text: string, flag: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`${flag} takes a whole number above 0, not "${text}"`);
}
