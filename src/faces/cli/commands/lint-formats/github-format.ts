import { githubCommand } from '../../../../model/problems/github-command.ts';
import type { Problem, Severity } from '../../../../model/problems/problem.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<
  Severity,
  string
>;

/** Workflow commands, which GitHub shows beside the lines of a change. */
export function lintGithub(problems: readonly Problem[]): string {
  return problems
    .map(({ severity, file, line, column, code, message, hint }) =>
      githubCommand(commands[severity], { file, line, col: column, title: code }, `${message}. ${hint}`),
    )
    .join('');
}
