import { Option, UsageError } from 'clipanion';
import { findProject } from '../../../runtime/files/find-project.ts';
import { type OpenServiceInput, openService } from '../../../service/open-service.ts';
import type { Service } from '../../../service/service.ts';
import { BaseCommand } from '../base-command.ts';
import type { Completion } from './parts/complete.ts';
import { completionScripts, type Shell, shells } from './parts/completion-scripts.ts';
import { readWords, writtenWord } from './parts/completion-words.ts';

/** Milliseconds that whoever presses the key waits at most for what a master has to say. */
const patience = 900;

/**
 * Names that mean themselves in every shell. Others come from files and masters too, and bash puts words on the line as they are: one with
 * a command in it would run. What PowerShell is given it quotes, but a flag stays a flag.
 */
const plainName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._:@+-]*$/u;

/** `precept completion`: what a shell needs to complete command lines, and what it then asks. */
export class CompletionCommand extends BaseCommand {
  static override paths = [['completion']];
  static override usage = BaseCommand.Usage({
    description: 'Print what a shell needs to complete command lines',
    details: `
      For one of ${shells.join(', ')}: commands, flags and their values, scopes, categories and katas. The script asks this command
      itself, with the words of the line behind --, and gets what the last of them can become. Names that a shell would read as more
      than a name are left out.
    `,
    examples: [
      ['In ~/.bashrc', 'source <(precept completion bash)'],
      ['In ~/.zshrc, after compinit', 'source <(precept completion zsh)'],
      ['In ~/.config/fish/config.fish', 'precept completion fish | source'],
      ['In $PROFILE', 'precept completion powershell | Out-String | Invoke-Expression'],
    ],
  });

  shell = Option.String({ name: 'shell' });
  words = Option.Rest({ name: 'word' });

  override async execute(): Promise<number> {
    const shell = shells.find((one) => one === this.shell);
    if (shell === undefined)
      throw new UsageError(`"precept completion" takes one of ${shells.join(', ')}, not "${this.shell}"`);
    if (this.words.length === 0) {
      this.context.stdout.write(completionScripts[shell]);
      return 0;
    }
    const { complete } = await import('./parts/complete.ts');
    const typed = readWords(shell, this.words);
    const found = complete(typed, this.context.table);
    // Whatever is wrong, a shell that shows messages in the middle of a line is worse than one that completes nothing.
    const words =
      'words' in found ? found.words : await this.ask(shell, found, typed.at(-1) ?? '').catch(() => []);
    this.context.stdout.write(words.map((word) => `${writtenWord(shell, word)}\n`).join(''));
    return 0;
  }

  private async ask(
    shell: Shell,
    { kind, scope, before }: Exclude<Completion, { words: unknown }>,
    last: string,
  ): Promise<string[]> {
    const typed = last === '=' ? '' : last;
    const { wordsOf } = await import('../../../service/tasks/complete-words.ts');
    const waiting = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience).unref());
    const all = wordsOf(kind, scope, await this.open({ remote_timeout_seconds: 1, remote_max_retries: 0 }));
    // What is known without masters.
    const words =
      (await Promise.race([all, waiting])) ??
      (await wordsOf(kind, scope, await this.open({ master_server_url: [] })));
    return words
      .filter((word) => (shell === 'powershell' ? !word.startsWith('-') : plainName.test(word)))
      .map((word) => before + word)
      .filter((word) => word.startsWith(typed));
  }

  /** The service, silent whatever is wrong with the settings. */
  private async open(options: NonNullable<OpenServiceInput['options']>): Promise<Service> {
    const { env, cwd, home } = this.context.world;
    const project = await findProject(cwd, home);
    const world = { env, cwd, home, project, options, writeLog: () => {}, tolerate: () => {} };
    return (await openService({ ...this.given, ...world })).service;
  }
}
