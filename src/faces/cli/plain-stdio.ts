import { parseArgs } from 'node:util';
import { settingFlags } from '../../config/setting-flags.ts';
import type { StdioOptions } from './program.ts';
import { watchFlag } from './server-flags.ts';

/**
 * What a command line asks of the stdio server where it holds nothing but settings and `--watch`; null for every other
 * one, right or wrong. Agent hosts wait for this start, so it goes without the command-line parser, which takes 30 ms.
 */
export function plainStdio(argv: readonly string[]): StdioOptions | null {
  const settings = settingFlags.map(
    ({ flag, short }) =>
      [flag.slice(2), { type: 'string', ...(short !== null && { short: short.slice(1) }) }] as const,
  );
  const options = {
    ...Object.fromEntries(settings),
    [watchFlag.flag.slice(2)]: { type: 'boolean' } as const,
  };
  try {
    const { values, tokens } = parseArgs({ args: [...argv], options, tokens: true });
    // Node takes `--` and `-rfolder` too, which the parser does not.
    const isPlain = tokens.every(
      (token) => token.kind === 'option' && /^--|^-.$/.test(argv[token.index] ?? ''),
    );
    if (!isPlain) return null;
    const given = settingFlags.flatMap(({ name, flag }) => {
      const value = values[flag.slice(2)];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return { flags: Object.fromEntries(given), http: false, watch: values.watch === true };
  } catch {
    return null;
  }
}
