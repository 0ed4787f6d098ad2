import { Option, UsageError } from 'clipanion';
import { Fault } from '../../../model/fault.ts';
import { BaseCommand } from '../base-command.ts';

/** `precept hook`: what a host's hooks print, so that an agent begins with the index of its rules. */
export class HookCommand extends BaseCommand {
  static override paths = [['hook']];
  static override usage = BaseCommand.Usage({
    description: 'Print the index of a scope as a hook of Claude Code takes it',
    details: `
      For the events SessionStart and SubagentStart: one JSON text of at most 9,500 characters. Standard input is ignored. Where anything is
      wrong, nothing but a line on standard error is printed, and the exit code is 1: 2 would stop the agent.
      "precept init --client claude --write" sets these hooks up.
    `,
    examples: [['What a subagent begins with', 'precept hook SubagentStart']],
  });

  event = Option.String({ name: 'event' });
  scope = Option.String('--scope', {
    description: 'Name of the scope, like team-payments; the setting default_scope unless given',
  });

  override async execute(): Promise<number> {
    const { hookEvents, hookOutput } = await import('../../../service/tasks/hook-output.ts');
    const event = hookEvents.find((one) => one === this.event);
    if (event === undefined)
      throw new UsageError(`"precept hook" takes one of ${hookEvents.join(', ')}, not "${this.event}"`);
    const service = await this.openService();
    try {
      const scope = this.scope ?? service.config.settings.default_scope;
      if (scope === null)
        throw new Fault('invalid-parameter', 'No scope is given: use --scope, or set default_scope.');
      this.context.stdout.write(`${await hookOutput(service, scope, event)}\n`);
      return 0;
    } finally {
      await service.close();
    }
  }
}
