import type { Problem } from '../../src/model/problems/problem.ts';
import { type CommandLineOptions, precept } from '../cli/command-line.ts';

/** What `precept lint --format json` says of a rules folder; paths are relative to it. */
export async function lint(
  rules: string,
  argv: readonly string[] = [],
  options: CommandLineOptions = {},
): Promise<{ code: number; problems: Problem[]; stderr: string }> {
  const { code, stdout, stderr } = await precept(['lint', '.', '--format', 'json', ...argv], {
    cwd: rules,
    ...options,
  });
  return { code, problems: stdout === '' ? [] : JSON.parse(stdout), stderr };
}
