import { BaseCommand } from '../base-command.ts';
import type { FactFormat } from '../words/choice-option.ts';

/** A command that says what it found or did: in a sentence to people, as JSON to programs. */
export abstract class FactCommand extends BaseCommand {
  /** Declared by each command, in the place that it has in its help. */
  abstract format: FactFormat | undefined;

  protected tell(text: string, facts: object): void {
    if (this.format === 'json') this.printer.json(facts);
    else this.printer.report(text);
  }
}
