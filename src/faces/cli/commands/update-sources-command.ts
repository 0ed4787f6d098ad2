import { createInterface } from 'node:readline';
import { Option } from 'clipanion';
import { forReport, withoutCommands } from '../../../model/text/for-terminal.ts';
import type { SourceUpdate } from '../../../service/tasks/sources/update-sources.ts';
import { BaseCommand } from '../base-command.ts';
import { hasColours } from '../printer.ts';
import { formatOption } from '../words/choice-option.ts';
import { complain, countOf } from './parts/told-sources.ts';

const updateFormats = ['text', 'markdown', 'json'] as const;

/** `precept sources update`: what newer commits change, and the lock of them. */
export class UpdateSourcesCommand extends BaseCommand {
  static override paths = [['sources', 'update']];
  static override usage = BaseCommand.Usage({
    description: 'Show what newer commits of the sources change in every scope, and lock them',
    details: `
      Compares what each scope serves, those that inherit from the sources too, with what it served by precept.lock. Changed and removed MUST rules come
      first, and are asked about before anything is written; without a terminal --accept-must is needed. Without --write nothing is written.
    `,
    examples: [
      ['See what an update brings', 'precept sources update'],
      ['Take it', 'precept sources update --write'],
      ['The body of a pull request', 'precept sources update --write --accept-must --format markdown'],
    ],
  });

  name = Option.String({ name: 'name', required: false });
  write = Option.Boolean('--write', false, {
    description: 'Write precept.lock, and not only show what would change',
  });
  acceptMust = Option.Boolean('--accept-must', false, {
    description: 'Accept changed and removed MUST rules without being asked',
  });
  format = formatOption(updateFormats);
  /** Before it was asked for. */
  private wasShown = false;

  override async execute(): Promise<number> {
    const service = await this.openService();
    try {
      const { openDesk, writeLock } = await import('../../../service/tasks/sources/manage-sources.ts');
      const { findUpdate } = await import('../../../service/tasks/sources/update-sources.ts');
      const desk = openDesk(service, this.context.world);
      const update = await findUpdate(desk, this.name ?? null);
      const isHeld = this.write && !this.acceptMust && heldCount(update) > 0;
      const isAccepted = !isHeld || (await this.accepts(update));
      const isWritten =
        this.write && isAccepted && update.troubles.length === 0
          ? await writeLock(desk, update.locks)
          : false;
      if (!this.wasShown) await this.show(update, isWritten);
      if (this.format !== 'json') this.tellWhether(isWritten, update);
      complain(this.printer, update.troubles);
      for (const { name, source, path } of update.empty)
        this.printer.note(
          `source ${name} (${source}) has no scopes: ${path === null ? 'name the folder of its scopes with the key "path" of the source' : `they are in ${path}, so add "path: ${path}" to the source in the settings`}; then run "precept sources update --write".`,
        );
      for (const { name, source, error } of update.lost)
        this.printer.note(
          `source ${name} (${source}): its locked content cannot be had, and all of it counts as changed: ${error}`,
        );
      if (!isAccepted)
        this.printer.error(
          `${heldOf(update)} changed or removed; nothing was written. Look at them, then add --accept-must.`,
        );
      return isAccepted && update.troubles.length === 0 ? 0 : 1;
    } finally {
      await service.close();
    }
  }

  /** Asks on a terminal; without one nobody accepts. */
  private async accepts(update: SourceUpdate): Promise<boolean> {
    const { stdin, stderr } = this.context.world;
    if (stdin.isTTY !== true) return false;
    if (this.format !== 'json') await this.show(update);
    this.wasShown = this.format !== 'json';
    const lines = createInterface({ input: stdin, output: stderr, terminal: true });
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(
        `${heldOf(update)} changed or removed. Write precept.lock all the same? (y/N) `,
        resolve,
      );
    });
    lines.close();
    return /^y(?:es)?$/i.test(answer.trim());
  }

  private tellWhether(isWritten: boolean, { updates }: SourceUpdate): void {
    if (this.write)
      this.printer.note(isWritten ? 'precept.lock was written.' : 'precept.lock stays as it is.');
    else if (updates.length > 0)
      this.printer.note('Nothing was written; "precept sources update --write" locks these commits.');
  }

  private async show(update: SourceUpdate, isWritten = false): Promise<void> {
    const { stdout, world } = this.context;
    const { updates, troubles, lost, difference, must, broken } = update;
    const { writeDifference } = await import('../../../service/tasks/diff/diff-content.ts');
    const { format = 'text' } = this;
    const body = await writeDifference(difference, format, {
      colour: hasColours(stdout, world.env),
      cwd: world.cwd,
    });
    if (format === 'json') {
      const errors = troubles.length > 0 && { errors: troubles };
      const about = {
        updates,
        written: isWritten,
        must: must.length,
        broken,
        ...(lost.length > 0 && { lost }),
      };
      this.printer.json({ ...about, ...(JSON.parse(body) as object), ...errors });
      return;
    }
    const short = (id: string | null) => id?.slice(0, 12) ?? 'nothing';
    const moved = updates.map(
      ({ name, source, from, to }) => `${name}: ${short(from)} -> ${short(to)} (${source})`,
    );
    const isMarkdown = format === 'markdown';
    const head =
      moved.length === 0
        ? [troubles.length === 0 ? 'Every source is up to date.' : 'No source has an update that can be had.']
        : isMarkdown
          ? moved.map((line) => `- ${line}`)
          : moved;
    const warning =
      heldCount(update) === 0 ? [] : ['', `${heldOf(update)} changed or removed, listed first.`];
    stdout.write(
      `${forReport([...head, ...warning].join('\n'))}\n\n${isMarkdown ? forReport(body) : withoutCommands(body)}`,
    );
  }
}

function heldCount({ must, broken, lost }: SourceUpdate): number {
  return must.length + broken.length + lost.length;
}

function heldOf({ must, broken, lost }: SourceUpdate): string {
  const unknown =
    lost.length === 0
      ? ''
      : ` and all of ${lost.map(({ name }) => name).join(', ')}, which cannot be compared,`;
  const rules = `${countOf(must.length, 'MUST rule')}${unknown}`;
  return broken.length === 0 ? rules : `${rules}, and scopes that cannot be served (${broken.join(', ')}),`;
}
