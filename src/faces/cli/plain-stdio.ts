import { parseArgs } from 'node:util';
import { settingFlags } from '../../config/setting-flags.ts';
import type { GivenFlags, StdioOptions } from './program.ts';
import { watchFlag } from './server-flags.ts';

/**
 * What a command line asks of the stdio server where it holds nothing but settings and `--watch`; null for every other
 * one, right or wrong. Agent hosts wait for this start, so it goes without loading the command-line parser.
 */
export function plainStdio(argv: readonly string[]): StdioOptions | null {
  const given = plainFlags(argv, watchFlag.flag);
  return given && { flags: given.flags, typed: given.typed, http: false, watch: given.isOn };
}

/** The same for the server of an editor: `lsp` with nothing but settings and `--stdio` behind it. */
export function plainLsp([command, ...argv]: readonly string[]): GivenFlags | null {
  const given = command === 'lsp' ? plainFlags(argv, '--stdio') : null;
  return given && { flags: given.flags, typed: given.typed };
}

/** The settings of a command line that holds no more than these and one flag without a value. */
function plainFlags(argv: readonly string[], own: string): (GivenFlags & { readonly isOn: boolean }) | null {
  const settings = settingFlags.map(
    ({ flag, short }) =>
      [flag.slice(2), { type: 'string', ...(short !== null && { short: short.slice(1) }) }] as const,
  );
  const options = { ...Object.fromEntries(settings), [own.slice(2)]: { type: 'boolean' } as const };
  const flags: Record<string, string> = {};
  const typed: Record<string, string> = {};
  let isOn = false;
  try {
    for (const token of parseArgs({ args: [...argv], options, tokens: true }).tokens) {
      // Node takes `--` and `-rfolder` too, which the parser does not.
      if (token.kind !== 'option' || !/^--|^-.$/.test(argv[token.index] ?? '')) return null;
      const setting = settingFlags.find(({ flag }) => flag === `--${token.name}`);
      if (setting === undefined) isOn = true;
      else {
        flags[setting.name] = token.value ?? '';
        typed[setting.name] = token.rawName;
      }
    }
  } catch {
    return null;
  }
  return { flags, typed, isOn };
}
