import { closestNameHint } from '../closest-name.ts';
import { maxNesting } from '../render/budget.ts';
import { limitError, TemplateError } from '../template-error.ts';
import type { BinaryOperator, Expression, TestName, UnaryOperator } from './ast.ts';
import type { Token } from './lex-expression.ts';
import {
  accept,
  advance,
  constants,
  expect,
  isSign,
  keywords,
  peek,
  type TokenReader,
  unexpected,
} from './token-reader.ts';

/** Operators in one tag; chains of them are as deep in the tree as they are long. */
const maxOperators = 1_000;

const comparisonPower = 4;
/** How tightly each operator binds, as in Jinja: `~` more tightly than `+`. */
const powers: ReadonlyMap<string, number> = new Map([
  ['or', 1],
  ['and', 2],
  ...['==', '!=', '<', '<=', '>', '>=', 'in', 'not in'].map((name) => [name, comparisonPower] as const),
  ['+', 5],
  ['-', 5],
  ['~', 6],
  ['*', 7],
  ['/', 7],
  ['//', 7],
  ['%', 7],
]);
const notPower = 3;

const tests: ReadonlySet<string> = new Set(['defined', 'none', 'string', 'number', 'true', 'false', 'empty']);

/** Reads one expression. Mistakes are a TemplateError with the offset in the tag. */
export function parseExpression(reader: TokenReader): Expression {
  const value = parseBinary(reader, 1);
  if (!accept(reader, 'if')) return value;
  const condition = parseBinary(reader, 1);
  if (!accept(reader, 'else')) throw unexpected(peek(reader), 'else and a second value');
  const whenFalse = parseInner(reader);
  const { start } = value;
  return { kind: 'conditional', condition, whenTrue: value, whenFalse, start, end: whenFalse.end };
}

/** Reads an expression inside of another. */
function parseInner(reader: TokenReader): Expression {
  return nested(reader, () => parseExpression(reader));
}

function parseBinary(reader: TokenReader, minimum: number): Expression {
  let left = minimum <= notPower && isSign(peek(reader), 'not') ? parseNot(reader) : parseUnary(reader, true);
  let isComparison = false;
  for (;;) {
    const operator = peekOperator(reader);
    const power = powers.get(operator) ?? 0;
    if (power < minimum) return left;
    const token = advance(reader);
    if (operator === 'not in') reader.index += 1;
    if (power === comparisonPower && isComparison) {
      throw new TemplateError('comparisons cannot be chained; write a < b and b < c', {
        offset: token.start,
      });
    }
    isComparison = power === comparisonPower;
    countOperator(reader, token);
    const right = parseBinary(reader, power + 1);
    left = {
      kind: 'binary',
      operator: operator as BinaryOperator,
      left,
      right,
      start: left.start,
      end: right.end,
    };
  }
}

function parseNot(reader: TokenReader): Expression {
  const { start } = advance(reader);
  const operand = nested(reader, () => parseBinary(reader, notPower));
  return { kind: 'unary', operator: 'not', operand, start, end: operand.end };
}

function parseUnary(reader: TokenReader, withFilters: boolean): Expression {
  const token = peek(reader);
  let node: Expression;
  if (token.kind === 'operator' && (token.text === '-' || token.text === '+')) {
    advance(reader);
    const operand = nested(reader, () => parseUnary(reader, false));
    node = {
      kind: 'unary',
      operator: token.text as UnaryOperator,
      operand,
      start: token.start,
      end: operand.end,
    };
  } else {
    node = parseMembers(reader, parsePrimary(reader));
  }
  return withFilters ? parseFiltersAndTests(reader, node) : node;
}

function parsePrimary(reader: TokenReader): Expression {
  const token = advance(reader);
  const { start, end, text } = token;
  if (token.kind === 'string') return { kind: 'literal', value: text, start, end };
  if (token.kind === 'number') return parseNumber(token);
  if (token.kind === 'name') {
    const constant = constants.get(text);
    if (constant !== undefined) return { kind: 'literal', value: constant, start, end };
    if (!keywords.has(text)) return { kind: 'name', name: text, start, end };
  }
  if (isSign(token, '(')) {
    const inner = parseInner(reader);
    const close = expect(reader, ')');
    return { ...inner, start, end: close.end };
  }
  if (isSign(token, '[')) {
    const items = parseItems(reader, ']');
    return { kind: 'list', items: items.list, start, end: items.end };
  }
  throw unexpected(token, 'a value');
}

function parseNumber({ text, start, end }: Token): Expression {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) throw new TemplateError('this number is too large', { offset: start });
  return { kind: 'literal', value, start, end };
}

function parseMembers(reader: TokenReader, first: Expression): Expression {
  let target = first;
  for (;;) {
    const token = peek(reader);
    const { start } = target;
    if (accept(reader, '.')) {
      const name = advance(reader);
      if (name.kind !== 'name') throw unexpected(name, 'a name after the dot');
      const key: Expression = { kind: 'literal', value: name.text, start: name.start, end: name.end };
      target = { kind: 'member', target, key, start, end: name.end };
    } else if (accept(reader, '[')) {
      const key = parseInner(reader);
      target = { kind: 'member', target, key, start, end: expect(reader, ']').end };
    } else if (isSign(token, '(')) {
      throw new TemplateError('nothing can be called in a template; use a filter: value | name', {
        offset: token.start,
      });
    } else {
      return target;
    }
    countOperator(reader, token);
  }
}

function parseFiltersAndTests(reader: TokenReader, first: Expression): Expression {
  let target = first;
  for (;;) {
    const token = peek(reader);
    if (accept(reader, '|')) target = parseFilter(reader, target);
    else if (accept(reader, 'is')) target = parseTest(reader, target);
    else return target;
    countOperator(reader, token);
  }
}

function parseFilter(reader: TokenReader, target: Expression): Expression {
  const name = advance(reader);
  if (name.kind !== 'name') throw unexpected(name, 'the name of a filter');
  const args = accept(reader, '(') ? parseItems(reader, ')') : { list: [], end: name.end };
  const { start } = target;
  return {
    kind: 'filter',
    name: name.text,
    nameStart: name.start,
    target,
    args: args.list,
    start,
    end: args.end,
  };
}

function parseTest(reader: TokenReader, target: Expression): Expression {
  const isNegated = accept(reader, 'not');
  const token = advance(reader);
  const name = /^(?:True|False|None)$/.test(token.text) ? token.text.toLowerCase() : token.text;
  if (token.kind !== 'name') throw unexpected(token, 'the name of a test');
  if (!tests.has(name)) {
    const hint = closestNameHint(name, tests);
    throw new TemplateError(`there is no test "${name}"${hint}; use one of ${[...tests].join(', ')}`, {
      offset: token.start,
    });
  }
  return { kind: 'test', name: name as TestName, isNegated, target, start: target.start, end: token.end };
}

function parseItems(reader: TokenReader, close: string): { list: Expression[]; end: number } {
  const list: Expression[] = [];
  while (!isSign(peek(reader), close)) {
    list.push(parseInner(reader));
    const token = peek(reader);
    if (isSign(token, '=')) {
      throw new TemplateError('arguments have no names here; give the value alone', { offset: token.start });
    }
    if (!accept(reader, ',')) break;
  }
  return { list, end: expect(reader, close).end };
}

function peekOperator(reader: TokenReader): string {
  const token = peek(reader);
  if (token.kind !== 'operator' && token.kind !== 'name') return '';
  if (token.text !== 'not') return token.text;
  const next = reader.tokens[reader.index + 1];
  return next && isSign(next, 'in') ? 'not in' : '';
}

function countOperator(reader: TokenReader, token: Token): void {
  reader.operators += 1;
  if (reader.operators > maxOperators) {
    throw limitError(`a tag may have at most ${maxOperators.toLocaleString('en-GB')} operators`, token.start);
  }
}

function nested<Result>(reader: TokenReader, parse: () => Result): Result {
  reader.nesting += 1;
  if (reader.nesting > maxNesting) {
    throw limitError(`an expression may be nested at most ${maxNesting} levels deep`, peek(reader).start);
  }
  const result = parse();
  reader.nesting -= 1;
  return result;
}
