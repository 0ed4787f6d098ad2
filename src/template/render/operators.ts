import type { BinaryOperator } from '../parse/ast.ts';
import { limitError, TemplateError } from '../template-error.ts';
import { isList, isMapping, keyCount, kindOf, type Value } from '../value.ts';
import { maxNeedleLength, maxNesting, maxStringLength } from './budget.ts';
import { type Frame, spend, spendOn } from './frame.ts';
import { tooLong, toText } from './to-text.ts';

type BinaryOperation = (left: Value, right: Value, frame: Frame) => Value;

/** What each operator does with two values (`and` and `or` are the compiler's, for they may leave the second alone). */
export const binaryOperations: Readonly<Record<Exclude<BinaryOperator, 'and' | 'or'>, BinaryOperation>> = {
  '+': add,
  '-': (left, right) => arithmetic('subtract', left, right, (a, b) => a - b),
  '*': (left, right) => arithmetic('multiply', left, right, (a, b) => a * b),
  '/': (left, right) => arithmetic('divide', left, right, (a, b) => a / divisor(b)),
  '//': (left, right) => arithmetic('divide', left, right, (a, b) => Math.floor(a / divisor(b))),
  '%': (left, right) => arithmetic('divide', left, right, modulo),
  '~': concatenate,
  '==': (left, right, frame) => isEqual(left, right, frame),
  '!=': (left, right, frame) => !isEqual(left, right, frame),
  '<': (left, right, frame) => compare(left, right, frame) < 0,
  '<=': (left, right, frame) => compare(left, right, frame) <= 0,
  '>': (left, right, frame) => compare(left, right, frame) > 0,
  '>=': (left, right, frame) => compare(left, right, frame) >= 0,
  in: (left, right, frame) => isIn(left, right, frame),
  'not in': (left, right, frame) => !isIn(left, right, frame),
};

/** A number with its sign turned or kept; anything else is a TemplateError. */
export function signed(operator: '-' | '+', value: Value): number {
  if (typeof value !== 'number')
    throw new TemplateError(`"${operator}" needs a number, not ${kindOf(value)}`);
  return operator === '-' ? 0 - value : value;
}

/** Which of two strings or numbers comes first, as a sort wants it; strings by code unit. */
export function compareScalars(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  const hint = 'only two numbers or two strings';
  throw new TemplateError(`cannot compare ${kindOf(left)} with ${kindOf(right)}`, { hint });
}

/** Steps of looking for a text in another: in the worst case each character is compared at each place. */
export function searchCost(needle: string, text: string): number {
  return Math.ceil((text.length * Math.max(needle.length, 8)) / 32);
}

/** Refuses a text to look for that would make the search slow. */
export function checkNeedle(needle: string, text: string): void {
  if (needle.length > maxNeedleLength && text.length > maxNeedleLength) {
    throw limitError(
      `a text to look for may have at most ${maxNeedleLength.toLocaleString('en-GB')} characters`,
    );
  }
}

function add(left: Value, right: Value, frame: Frame): Value {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right);
  if (typeof left === 'string' && typeof right === 'string') return concatenate(left, right, frame);
  if (isList(left) && isList(right)) {
    spend(frame, left.length + right.length);
    return [...left, ...right];
  }
  const isMixed = typeof left === 'string' || typeof right === 'string';
  const hint = isMixed ? 'join texts with ~ instead of +' : undefined;
  throw new TemplateError(`cannot add ${kindOf(left)} and ${kindOf(right)}`, { hint });
}

function concatenate(left: Value, right: Value, frame: Frame): string {
  const text = asText(left, frame) + asText(right, frame);
  if (text.length > maxStringLength) throw tooLong();
  spend(frame, text.length >> 2);
  return text;
}

function asText(value: Value, frame: Frame): string {
  if (typeof value === 'string') return value;
  spendOn(frame, value);
  return toText(value);
}

function arithmetic(
  verb: string,
  left: Value,
  right: Value,
  calculate: (left: number, right: number) => number,
): number {
  if (typeof left === 'number' && typeof right === 'number') return finite(calculate(left, right));
  const words = { subtract: 'from', multiply: 'by', divide: 'by' }[verb];
  const [first, second] = verb === 'subtract' ? [right, left] : [left, right];
  const hint = 'both must be numbers';
  throw new TemplateError(`cannot ${verb} ${kindOf(first)} ${words} ${kindOf(second)}`, { hint });
}

function divisor(value: number): number {
  if (value === 0) throw new TemplateError('cannot divide by zero');
  return value;
}

/** The remainder has the divisor's sign, as in Python. */
function modulo(left: number, right: number): number {
  const rest = left % divisor(right);
  return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new TemplateError('the result is too large for a number');
  return value;
}

function compare(left: Value, right: Value, frame: Frame): number {
  if (typeof left === 'string' && typeof right === 'string') {
    spend(frame, Math.min(left.length, right.length) >> 2);
  }
  return compareScalars(left, right);
}

function isIn(item: Value, group: Value, frame: Frame): boolean {
  if (isList(group)) return group.some((other) => isEqual(item, other, frame));
  if (typeof item === 'string' && typeof group === 'string') {
    checkNeedle(item, group);
    spend(frame, searchCost(item, group));
    return group.includes(item);
  }
  if (typeof item === 'string' && isMapping(group)) return Object.hasOwn(group, item);
  throw new TemplateError(`cannot look for ${kindOf(item)} in ${kindOf(group)}`);
}

function isEqual(left: Value, right: Value, frame: Frame, level = 0): boolean {
  spend(frame, 4);
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) spend(frame, left.length >> 2);
    return left === right;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right;
  }
  if (level >= maxNesting) throw limitError(`a value may be nested at most ${maxNesting} levels deep`);
  if (isList(left)) {
    if (!isList(right) || left.length !== right.length) return false;
    return left.every((item, index) => isEqual(item, right[index], frame, level + 1));
  }
  if (isList(right)) return false;
  const count = keyCount(left);
  if (count !== keyCount(right)) return false;
  spend(frame, count * 16);
  const keys = Object.keys(left);
  return keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key], frame, level + 1));
}
