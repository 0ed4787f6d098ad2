/**
 * A workflow command, which GitHub shows beside a line of a change:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function githubCommand(
  command: 'error' | 'warning' | 'notice',
  place: { readonly file?: string; readonly line?: number; readonly col?: number; readonly title: string },
  message: string,
): string {
  const properties = Object.entries(place).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${command} ${properties.join(',')}::${data(message)}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
