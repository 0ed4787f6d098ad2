import { createInterface } from 'node:readline';
import { entryMarkdown } from '../../../feedback/feedback-markdown.ts';
import { forReport } from '../../../model/text/for-terminal.ts';
import { BaseCommand } from '../base-command.ts';
import { createAsker } from '../words/asker.ts';

/** `precept feedback triage`: open entries one after the other, each to be closed or left. */
export class FeedbackTriageCommand extends BaseCommand {
  static override paths = [['feedback', 'triage']];
  static override usage = BaseCommand.Usage({
    description: 'Go through open feedback on a terminal, entry by entry',
    details: 'Each open entry is shown; it can be resolved with a note, or left open. Needs a terminal.',
  });

  override async execute(): Promise<number> {
    const { stdin, stdout } = this.context.world;
    if (stdin.isTTY !== true) {
      this.printer.error(
        'triage asks on a terminal, and there is none; use "precept feedback list --state open" and "precept feedback resolve <id> --note <what was done>"',
      );
      return 1;
    }
    const service = await this.openService();
    const channel = await service.feedback.open();
    const open = [];
    for await (const entry of channel.entries({ state: 'open' })) if (entry !== null) open.push(entry);
    const lines = createInterface({ input: stdin, output: stdout, terminal: true });
    const ask = createAsker(lines);
    let resolved = 0;
    for (const [index, entry] of open.entries()) {
      stdout.write(`\n${index + 1} of ${open.length}\n${forReport(entryMarkdown(entry))}`);
      const note = await ask('What was done about it? (empty: leave it open, q: quit) ');
      if (note === null || note.trim() === 'q') break;
      if (note.trim() === '') continue;
      await channel.setState(entry, 'resolved', note.trim().slice(0, 2000));
      resolved += 1;
    }
    lines.close();
    stdout.write(`\n${resolved} resolved, ${open.length - resolved} left open.\n`);
    await service.close();
    return 0;
  }
}
