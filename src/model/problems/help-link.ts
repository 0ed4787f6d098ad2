import type { ProblemCode } from './problem-codes.ts';

/** The home of the program on the web. */
export const homepage = 'https://github.com/precept-mcp/precept';

/** Where the documentation says what a code reports. */
export function helpLink(code: ProblemCode): string {
  return `${homepage}/blob/main/docs/lint.md#${code}`;
}
