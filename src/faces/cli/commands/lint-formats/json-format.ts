import type { Problem } from '../../../../model/problems/problem.ts';

/** For programs: a list of the problems. */
export function lintJson(problems: readonly Problem[]): string {
  const plain = problems.map(
    ({ code, severity, file, line, column, end_line, end_column, message, hint, excerpt, related }) => ({
      code,
      severity,
      file,
      line,
      column,
      end_line,
      end_column,
      message,
      hint,
      excerpt,
      ...(related && { related }),
    }),
  );
  return `${JSON.stringify(plain, null, 2)}\n`;
}
