import { Option } from 'clipanion';
import { hookClientNames } from '../../../model/names/hook-clients.ts';
import { BaseCommand } from '../base-command.ts';

/** `precept hook`: what a client's hooks print, so that the rules of a file reach the agent when it touches it. */
export class HookCommand extends BaseCommand {
  static override paths = [['hook']];
  static override usage = BaseCommand.Usage({
    description: 'Print what a hook of a coding client puts before its agent',
    details: `
      When a tool touches a file: the rules of the categories whose paths match it and that this session has not been shown, MUST first. When a
      session or a subagent begins: the MUST rules for every change, then the index. The client writes its payload to standard input, and the answer
      is that client's JSON; nothing where there is nothing to say. Whatever goes wrong is a line of hook.log in the setting cache_dir, and the exit
      code is 0. "precept init --client claude --write" sets these hooks up.
    `,
    examples: [
      ['What Claude Code runs after a tool', 'precept hook PostToolUse --client claude'],
      ['What a subagent begins with', 'precept hook SubagentStart'],
    ],
  });

  event = Option.String({ name: 'event' });
  client = Option.String('--client', {
    description: `Whose hook it is: ${hookClientNames.join(', ')}; told by its payload unless given`,
  });
  scope = Option.String('--scope', {
    description: 'Name of the scope, like team-payments; the setting default_scope unless given',
  });
  debug = Option.Boolean('--debug', {
    description: 'Print on standard error what goes wrong, and why the answer is empty',
  });

  /** The words behind its name as they were typed: no parser judges them, since what is unknown stops no agent. */
  words: readonly string[] = [];

  override async execute(): Promise<number> {
    const [{ runHook }, { hookProgram }] = await Promise.all([
      import('../../../hooks/run-hook.ts'),
      import('../../../service/tasks/hooks/hook-program.ts'),
    ]);
    await runHook(this.words, this.context.world, hookProgram);
    return 0;
  }
}
