import type { Problem, Severity } from '../model/problem.ts';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands, which GitHub shows beside the lines of a change:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function lintGithub(problems: readonly Problem[]): string {
  return problems
    .map(({ severity, file, line, column, code, message, hint }) => {
      const place = `file=${property(file)},line=${line},col=${column},title=${property(code)}`;
      return `::${commands[severity]} ${place}::${data(`${message}. ${hint}`)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
