import { once } from 'node:events';
import { type CommandClass, Option, UsageError } from 'clipanion';
import { checkFeedback } from '../../../feedback/check-feedback.ts';
import { type Feedback, feedbackStates, feedbackTypes, type TrackedEntry } from '../../../feedback/entry.ts';
import { Fault } from '../../../model/fault.ts';
import { forReport, forTerminal } from '../../../model/text/for-terminal.ts';
import type { Format } from '../../../service/answer.ts';
import { ask } from '../../../service/ask.ts';
import { named } from '../../../service/operations.ts';
import { BaseCommand } from '../base-command.ts';
import type { CliContext } from '../program.ts';
import { choiceOption, formatOption } from '../words/choice-option.ts';
import { lookedIn } from '../words/looked-in.ts';
import { momentOption } from '../words/moment-option.ts';
import { FeedbackTriageCommand } from './feedback-triage-command.ts';
import { printed, textFormats } from './operation-command.ts';

/** What the commands that report have in common: `--task`, `--format`, and storing before they end. */
abstract class ReportCommand extends BaseCommand {
  task = Option.String('--task', {
    description: 'What the work was about, like "add pagination to the orders endpoint"; it has to be given',
  });
  scope = Option.String('--scope', {
    description: 'Name of the scope whose guidance it is about, like team-payments',
  });
  reporter = Option.String('--reporter', {
    description: 'Who reports, in any words, like ci; the setting feedback_reporter unless given',
  });
  format = formatOption(textFormats);

  /** What is reported, checked; UsageError for what was not given or does not hold. */
  protected abstract read(): Feedback;

  /** Refuses a call without one of these flags. */
  protected need(flags: Readonly<Record<string, unknown>>): void {
    const missing = Object.keys(flags).filter((flag) => flags[flag] === undefined);
    if (missing.length > 0) throw new UsageError(`This report needs ${missing.join(' and ')} too`);
  }

  /** Feedback that holds; UsageError that names the flags of what does not. Fault: `payload-too-large`. */
  protected check(feedback: object, flags: Readonly<Record<string, string>>): Feedback {
    try {
      const { scope, reporter } = this;
      return checkFeedback({
        ...feedback,
        ...(scope !== undefined && { scope }),
        ...(reporter !== undefined && { reporter }),
      });
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'invalid-feedback') throw error;
      const mistakes = (error.errors ?? []).map(({ path, message }) => {
        const [argument = '', index, part] = path.split('.');
        const flag = { scope: '--scope', reporter: '--reporter', ...flags }[argument];
        const place = [flag ?? argument, index && Number(index) + 1, part && `(${part})`];
        return `${place.filter(Boolean).join(' ')} ${message}`;
      });
      throw new UsageError(`The feedback was not stored: ${mistakes.join('; ')}`);
    }
  }

  override async execute(): Promise<number> {
    const feedback = this.read();
    const service = await this.openService();
    const answer = await ask(named.submitFeedback, { ...feedback }, service);
    this.printer.answer(await printed(answer, this.format ?? 'markdown'));
    await (await service.feedback.open()).flush();
    await service.close();
    return 0;
  }
}

class ContradictoryRulesCommand extends ReportCommand {
  static override paths = [['feedback', 'contradictory-rules']];
  static override usage = BaseCommand.Usage({
    description: 'Report rules that contradict each other',
    examples: [
      [
        'Report two rules',
        'precept feedback contradictory-rules --task "Add an endpoint" \\\n      --rule "api::Answer in JSON" --rule "api.errors::Answer in XML"',
      ],
    ],
  });

  rule = Option.Array('--rule', {
    description: 'A rule as <category>::<text>, like "backend.api::Page by 50"; give it once for each rule',
  });

  protected override read(): Feedback {
    const { task, rule } = this;
    this.need({ '--task': task, '--rule': rule });
    const rules = rule?.map((text) => {
      const place = text.indexOf('::');
      if (place === -1) throw new UsageError(`--rule takes <category>::<rule text>, not "${text}"`);
      return { category: text.slice(0, place).trim(), rule: text.slice(place + 2).trim() };
    });
    return this.check({ type: 'contradictory_rules', task, rules }, { task: '--task', rules: '--rule' });
  }
}

class MissedCategoriesCommand extends ReportCommand {
  static override paths = [['feedback', 'missed-categories']];
  static override usage = BaseCommand.Usage({
    description: 'Report categories that should have been fetched at first',
    examples: [
      [
        'Report one category',
        'precept feedback missed-categories --task "Add an endpoint" \\\n      --category api.errors --reason "Its trigger names pages only"',
      ],
    ],
  });

  category = Option.Array('--category', {
    description: 'A category that was needed, like backend.api; give it once for each',
  });
  reason = Option.String('--reason', {
    description: 'Why they were not fetched at first, like "not in the index"; it has to be given',
  });

  protected override read(): Feedback {
    const { task, category: categories, reason } = this;
    this.need({ '--task': task, '--category': categories, '--reason': reason });
    return this.check(
      { type: 'missed_categories', task, categories, reason },
      { task: '--task', categories: '--category', reason: '--reason' },
    );
  }
}

class ListCommand extends BaseCommand {
  static override paths = [['feedback', 'list']];
  static override usage = BaseCommand.Usage({
    description: 'The feedback that was reported, oldest first, and what became of it',
    examples: [
      ['What was missed in the last week', 'precept feedback list --type missed_categories --since 7d'],
      ['What is still to be done', 'precept feedback list --state open'],
    ],
  });

  type = choiceOption('--type', feedbackTypes, { about: 'Only entries of this type, all unless given' });
  since = momentOption(
    '--since',
    'Only entries from this date on, like 2026-03-31, or of so long back, like 7d or 24h',
  );
  state = choiceOption('--state', [...feedbackStates, 'all'], {
    about: 'Only entries in this state, all unless given',
  });
  format = formatOption(textFormats);

  override async execute(): Promise<number> {
    const { type, since } = this;
    const state = this.state === 'all' ? undefined : this.state;
    const service = await this.openService();
    const channel = await service.feedback.open();
    const write = await writerOf(this.format ?? 'markdown');
    let count = 0;
    let unreadable = 0;
    for await (const entry of channel.entries({ type, since, state })) {
      if (entry === null) unreadable += 1;
      else if (await this.print(write.entry(entry, count))) count += 1;
      else return 0;
    }
    await this.print(write.end(count));
    if (count === 0) this.printer.note(lookedIn(service, 'feedback_file'));
    if (unreadable > 0)
      this.printer.note(`precept: ${unreadable} lines of the log are no entries and were left out`);
    return 0;
  }

  /** Writes no faster than the reader reads; false when the reader has gone. */
  private async print(text: string): Promise<boolean> {
    const { stdout } = this.context;
    if (stdout.destroyed) return false;
    const isForPeople = (this.format ?? 'markdown') === 'markdown';
    const shown = isForPeople
      ? forReport(text)
      : 'isTTY' in stdout && stdout.isTTY
        ? forTerminal(text)
        : text;
    if (text === '' || stdout.write(shown)) return true;
    return once(stdout, 'drain').then(
      () => true,
      () => false,
    );
  }
}

interface EntryWriter {
  /** An entry that has `count` entries before it. */
  entry(entry: TrackedEntry, count: number): string;
  end(count: number): string;
}

/** Writes a log of any length entry by entry. */
async function writerOf(format: Format): Promise<EntryWriter> {
  if (format === 'markdown') {
    const { entryMarkdown } = await import('../../../feedback/feedback-markdown.ts');
    return { entry: entryMarkdown, end: (count) => (count === 0 ? 'No feedback.\n' : '') };
  }
  if (format === 'yaml') {
    const { yamlText } = await import('../../../render/yaml-text.ts');
    return { entry: (entry) => yamlText([entry]), end: (count) => (count === 0 ? '[]\n' : '') };
  }
  return {
    entry: (entry, count) => `${count === 0 ? '[\n' : ',\n'}${JSON.stringify(entry)}`,
    end: (count) => (count === 0 ? '[]\n' : '\n]\n'),
  };
}

/** The commands of feedback that are not rows of the table of operations; `feedback summary` is one. */
export const feedbackCommands: readonly CommandClass<CliContext>[] = [
  ContradictoryRulesCommand,
  MissedCategoriesCommand,
  ListCommand,
  FeedbackTriageCommand,
];
