import type { Branch, Expression, Statement } from '../parse/ast.ts';
import { isMapping, isTruthy, itemsOf, keyCount, type Value } from '../value.ts';
import { compileExpression, conditionScope, type Evaluate, type Scope } from './compile-expression.ts';
import { countTurn, emit, enterTag, type Frame, spend, spendOn } from './frame.ts';
import { toText } from './to-text.ts';

/** Writes a statement's output to the frame. */
export type Instruction = (frame: Frame) => void;

/** Makes a function for one statement. Broken statements write nothing. */
export function compileStatement(statement: Statement, scope: Scope): Instruction {
  switch (statement.kind) {
    case 'text': {
      const { text } = statement;
      return (frame) => emit(frame, text);
    }
    case 'output': {
      const { start, cost } = statement;
      const evaluate = compileTag(statement.expression, scope, start);
      return (frame) => {
        enterTag(frame, start);
        spend(frame, cost);
        const value = evaluate(frame);
        emit(frame, typeof value === 'string' ? value : writtenOut(value, frame));
      };
    }
    case 'if':
      return compileIf(statement.branches, scope);
    case 'for':
      return compileFor(statement, scope);
    case 'broken':
      return () => {};
  }
}

/** What was made of expressions outside of loops, for the texts that repeat them. */
const made = new WeakMap<Expression, Evaluate>();

/** Makes a function for the expression of the tag at `start`. */
function compileTag(expression: Expression, scope: Scope, start: number): Evaluate {
  const known = scope.slots.size === 0 ? made.get(expression) : undefined;
  if (known !== undefined) return known;
  const evaluate = compileExpression(expression, { ...scope, text: scope.text.slice(start) });
  if (scope.slots.size === 0) made.set(expression, evaluate);
  return evaluate;
}

function writtenOut(value: Value, frame: Frame): string {
  spendOn(frame, value);
  return toText(value);
}

function compileBody(statements: readonly Statement[], scope: Scope): Instruction {
  const steps = statements.map((statement) => compileStatement(statement, scope));
  const [only] = steps;
  if (only && steps.length === 1) return only;
  return (frame) => {
    for (const step of steps) step(frame);
  };
}

function compileIf(branches: readonly Branch[], scope: Scope): Instruction {
  const always: Evaluate = () => true;
  const compiled = branches.map(({ condition, body, start, cost }) => ({
    start,
    cost,
    condition: condition ? compileTag(condition, conditionScope(scope), start) : always,
    run: compileBody(body, scope),
  }));
  return (frame) => {
    for (const { start, cost, condition, run } of compiled) {
      enterTag(frame, start);
      spend(frame, cost);
      if (isTruthy(condition(frame))) return run(frame);
    }
  };
}

function compileFor(statement: Statement & { kind: 'for' }, scope: Scope): Instruction {
  const { start, cost, variable } = statement;
  const list = compileTag(statement.list, scope, start);
  const itemSlot = scope.nextSlot;
  const loopSlot = itemSlot + 1;
  const slots = new Map(scope.slots).set('loop', loopSlot).set(variable, itemSlot);
  const run = compileBody(statement.body, { ...scope, slots, nextSlot: loopSlot + 1 });
  return (frame) => {
    enterTag(frame, start);
    spend(frame, cost);
    const value = list(frame);
    frame.at = 0;
    if (typeof value === 'string') spendOn(frame, value);
    else if (isMapping(value)) spend(frame, keyCount(value) * 8);
    const items = itemsOf(value, 'a loop');
    for (let index = 0; index < items.length; index += 1) {
      enterTag(frame, start);
      countTurn(frame);
      spend(frame, 4);
      frame.slots[itemSlot] = items[index];
      frame.slots[loopSlot] = new Loop(index, items.length);
      run(frame);
    }
  };
}

/** What `loop` is in one turn. Without a prototype of its own, a template meets its data alone; as a class it is made ten times as fast. */
class Loop {
  readonly [key: string]: Value;
  readonly index: number;
  readonly first: boolean;
  readonly last: boolean;

  constructor(index: number, length: number) {
    this.index = index + 1;
    this.first = index === 0;
    this.last = index === length - 1;
  }
}
Object.setPrototypeOf(Loop.prototype, null);
Reflect.deleteProperty(Loop.prototype, 'constructor');
