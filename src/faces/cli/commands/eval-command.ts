import { Option, UsageError } from 'clipanion';
import { agentIds } from '../../../clients/clients.ts';
import { forReport, forTerminal } from '../../../model/text/for-terminal.ts';
import type { Service } from '../../../service/service.ts';
import type { runScopeEvals } from '../../../service/tasks/run-evals.ts';
import { BaseCommand } from '../base-command.ts';
import { formatOption } from '../words/choice-option.ts';
import { countOption } from '../words/count-option.ts';
import { defaultScope } from './operation-command.ts';

const formats = ['text', 'json', 'markdown', 'junit'] as const;
const usualTimeout = 600;

/** `precept eval`: whether rules help an agent, by runs with them and without. */
export class EvalCommand extends BaseCommand {
  static override paths = [['eval']];
  static override usage = BaseCommand.Usage({
    description: 'Run an agent with and without the rules of a scope, and say which of them help',
    details: `
      Runs the evaluations of a scope (evals.yml) with your agent, each in a fresh copy, with a home folder and an MCP configuration of its
      own, and compares the arms run by run. What is kept of each run lies below .precept/evals. Nothing of the environment is passed on but
      what programs need and what --env names. Ends with 1 where fewer runs pass than min_pass says, or a rule hurts.
    `,
    examples: [
      [
        'All evaluations of a scope',
        'precept eval checkout --agent "claude -p {prompt}" --env ANTHROPIC_API_KEY',
      ],
      ['Without one rule', 'precept eval checkout --agent claude --arms scope-cursor-paging,scope'],
      ['Go on after a stop', 'precept eval checkout --agent claude --resume'],
      ['Judge the kept runs again', 'precept eval checkout --rejudge --format markdown'],
    ],
  });

  names = Option.Rest({ name: 'scope or eval' });
  agent = Option.String('--agent', {
    description: `Command line of the agent, with {prompt}, {dir} and {mcp_config}, or one of ${agentIds.join(', ')}; the setting eval_agent unless given`,
  });
  arms = Option.String('--arms', {
    description:
      'What is compared: none, scope, scope@<git ref>, scope-<rule id or category>, comma-separated; none,scope unless given',
  });
  repeat = countOption('--repeat', 1, 1000, 'How often each evaluation runs with each arm, 5 unless given');
  budget = countOption(
    '--budget',
    1,
    1_000_000,
    'How many runs there may be at most, those before --resume among them',
  );
  jobs = countOption('--jobs', 1, 64, 'How many runs there are at a time, 1 unless given');
  timeout = countOption('--timeout', 1, 86_400, 'Seconds that one run may take, 600 unless given');
  pass = Option.Array('--env', {
    description: 'Name of a variable that the agent gets, like ANTHROPIC_API_KEY; may be given several times',
  });
  resume = Option.Boolean('--resume', false, {
    description: 'Run what the latest evaluation of the scope lacks',
  });
  rejudge = Option.Boolean('--rejudge', false, {
    description: 'Judge what was kept of the latest evaluation again, without a run',
  });
  kept = Option.String('--kept', { description: 'Name of a kept evaluation, for --rejudge' });
  format = formatOption(formats);

  override async execute(): Promise<number> {
    if (this.resume && this.rejudge) throw new UsageError('--resume and --rejudge do not go together');
    if (this.kept !== undefined && !this.rejudge) throw new UsageError('--kept goes with --rejudge');
    const service = await this.openService();
    const data = await this.evaluate(service).finally(() => service.close());
    if (data === null) {
      this.printer.note('precept: stopped; the same command with --resume runs what is left');
      return 130;
    }
    const { writeEvals } = await import('../../../service/tasks/run-evals.ts');
    const { format = 'text' } = this;
    const { text, isBad } = await writeEvals(data, format);
    this.context.stdout.write(
      format === 'text' || format === 'markdown' ? forReport(text) : forTerminal(text),
    );
    return isBad ? 1 : 0;
  }

  private async evaluate(service: Service) {
    const { rejudgeScopeEvals, runScopeEvals } = await import('../../../service/tasks/run-evals.ts');
    const { scope, names } = await this.chosen(service);
    if (this.rejudge) return rejudgeScopeEvals(service, scope, this.kept);
    const agent = this.agent ?? service.config.settings.eval_agent;
    if (agent === null)
      throw new UsageError('No agent is given: --agent "claude -p {prompt}", or the setting eval_agent');
    const stopping = new AbortController();
    const { world, programs } = this.context;
    void world.interrupted().then(() => stopping.abort());
    const around = { ...world, program: programs.machine.program, stop: stopping.signal };
    const request = {
      ...{ scope, names, agent, arms: this.arms, repeat: this.repeat },
      budget: this.budget ?? null,
      jobs: this.jobs ?? 1,
      timeout: this.timeout ?? usualTimeout,
      resume: this.resume,
      named: (this.pass ?? []).flatMap((given) => given.split(',')).map((name) => name.trim()),
    };
    try {
      const data = await runScopeEvals(service, request, around, this.progress());
      return stopping.signal.aborted ? null : data;
    } catch (error) {
      if (stopping.signal.aborted) return null;
      throw error;
    }
  }

  /** The scope, and the names of evaluations: the first word where it is a scope, else the default scope. */
  private async chosen(service: Service): Promise<{ scope: string; names: readonly string[] }> {
    const [first, ...rest] = this.names;
    const { names } = await service.scopes();
    if (first !== undefined && names.includes(first)) return { scope: first, names: rest };
    const { default_scope: usual } = service.config.settings;
    if (first !== undefined && usual === null) await service.scope(first);
    const words = { command: 'eval', positional: ['scope'] };
    return { scope: defaultScope(service, words, this.printer), names: this.names };
  }

  private progress(): Parameters<typeof runScopeEvals>[3] {
    const { printer } = this;
    let done = 0;
    let all = 0;
    return {
      planned({ due, beyond, minutes }) {
        all = due;
        const time = due === 0 ? '' : `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
        printer.note(`precept: ${due} ${due === 1 ? 'run' : 'runs'}${time}`);
        if (beyond > 0)
          printer.note(
            `precept: ${beyond} more do not fit into --budget; --resume with a larger one runs them`,
          );
      },
      ended({ eval: name, arm, repeat }, { seconds, timed_out: isLate, outside }, passed, why) {
        done++;
        const outcome = passed === null ? 'not judged' : passed ? 'passed' : 'failed';
        const more = passed === true || why === '' ? '' : ` (${why})`;
        printer.note(
          `[${done}/${all}] ${name} ${arm} ${repeat}: ${isLate ? 'timed out, ' : ''}${outcome}, ${seconds} s${more}`,
        );
        if (outside.length > 0) printer.note(`  changed outside of its copy: ${outside.join(', ')}`);
      },
    };
  }
}
