import { TemplateError } from '../template-error.ts';
import type { Value } from '../value.ts';
import { integerOf, numberOf } from './filter.ts';

const decimal = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;
const longestNumber = 400;

/** `int(default)`: a number or a string with one, cut to a whole number; the default (0) for anything else. */
export function int(value: Value, [fallback = 0]: readonly Value[]): Value {
  const number = toNumber(value);
  return number === null ? fallback : Math.trunc(number) + 0;
}

/** `float(default)`: a number or a string with one; the default (0) for anything else. */
export function float(value: Value, [fallback = 0]: readonly Value[]): Value {
  return toNumber(value) ?? fallback;
}

export function abs(value: Value): number {
  return Math.abs(numberOf(value, 'abs'));
}

/** `round(precision, method)`: halves go away from zero; the method is `common`, `ceil` or `floor`. */
export function round(value: Value, [precision, method = 'common']: readonly Value[]): number {
  const number = numberOf(value, 'round');
  const digits = integerOf(precision, 0, -20, 20, 'round');
  switch (method) {
    case 'common':
      return Math.sign(number) * shifted(Math.round(shifted(Math.abs(number), digits)), -digits) + 0;
    case 'ceil':
      return shifted(Math.ceil(shifted(number, digits)), -digits) + 0;
    case 'floor':
      return shifted(Math.floor(shifted(number, digits)), -digits) + 0;
    default:
      throw new TemplateError('the method of round is common, ceil or floor');
  }
}

function toNumber(value: Value): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > longestNumber || !decimal.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Moves the decimal point in the written number, so that 1.005 becomes 100.5 and not 100.49999. */
function shifted(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}
