import { parseSince } from '../../../feedback/since.ts';
import { parsedOption } from './parsed-option.ts';
import { asUsage } from './usage-mistake.ts';

/** A flag that takes a date, or how long ago: milliseconds of the epoch. UsageError for a text that is no time. */
export function momentOption(name: string, description: string): number | undefined {
  const parse = (text: string, flag: string) => {
    try {
      return parseSince(text, Date.now());
    } catch (error) {
      throw asUsage(error, (argument) => (argument === 'since' ? flag : undefined));
    }
  };
  return parsedOption([name], { description, parse });
}
