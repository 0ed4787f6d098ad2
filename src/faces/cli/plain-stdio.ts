import { parseArgs } from 'node:util';
import { settingFlags } from '../../config/setting-flags.ts';
import type { StdioOptions } from './program.ts';
import { watchFlag } from './server-flags.ts';

/**
 * What a command line asks of the stdio server where it holds nothing but settings and `--watch`; null for every other
 * one, right or wrong. Agent hosts wait for this start, so it goes without loading the command-line parser.
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
  const flags: Record<string, string> = {};
  const typed: Record<string, string> = {};
  let watch = false;
  try {
    for (const token of parseArgs({ args: [...argv], options, tokens: true }).tokens) {
      // Node takes `--` and `-rfolder` too, which the parser does not.
      if (token.kind !== 'option' || !/^--|^-.$/.test(argv[token.index] ?? '')) return null;
      const setting = settingFlags.find(({ flag }) => flag === `--${token.name}`);
      if (setting === undefined) watch = true;
      else {
        flags[setting.name] = token.value ?? '';
        typed[setting.name] = token.rawName;
      }
    }
  } catch {
    return null;
  }
  return { flags, typed, http: false, watch };
}
