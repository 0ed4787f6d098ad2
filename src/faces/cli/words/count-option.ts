import { UsageError } from 'clipanion';
import { parsedOption } from './parsed-option.ts';

/** A flag that takes a whole number between two others; undefined where it is not given. */
export function countOption(
  flag: string,
  least: number,
  most: number,
  description: string,
): number | undefined {
  return parsedOption([flag], {
    description,
    parse(text) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (value >= least && value <= most) return value;
      throw new UsageError(
        `${flag} takes a whole number from ${least} to ${most.toLocaleString('en-US')}, not "${text}"`,
      );
    },
  });
}
