import type { Problem, Severity } from './problem.ts';

/** How many problems there are of each severity. */
export function countProblems(problems: readonly Problem[]): Readonly<Record<Severity, number>> {
  const count = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}
