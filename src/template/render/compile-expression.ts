import { cutText } from '../../model/text/cut-text.ts';
import { closestNameHint, searchNearest } from '../closest-name.ts';
import type { Filter } from '../filters/filter.ts';
import { builtinFilters, filterEffort, needsDefault, searchingFilters } from '../filters/filters.ts';
import type { Expression, TestName } from '../parse/ast.ts';
import { ownerOfTag, variableName } from '../parse/find-uses.ts';
import { TemplateError } from '../template-error.ts';
import { isEmpty, isList, isMapping, isTruthy, keyCount, kindOf, type Value } from '../value.ts';
import { type Frame, readName, spend, spendOn } from './frame.ts';
import { binaryOperations, checkNeedle, searchCost, signed } from './operators.ts';
import { safeCopy } from './safe-copy.ts';

export type Evaluate = (frame: Frame) => Value;

type Compile = (node: Expression, scope: Scope) => Evaluate;

/** What an expression can see while it is compiled. */
export interface Scope {
  /** The tag and what comes after it. */
  readonly text: string;
  /** The loop variables, by name, and where the frame keeps them. */
  readonly slots: ReadonlyMap<string, number>;
  /** The next free place in the frame. */
  readonly nextSlot: number;
  /** In a condition a key that `scope.tags` lacks is none, for tags differ from scope to scope. */
  readonly inCondition?: true;
}

/** The scope to compile the condition of `if`, `elif` or `x if c else y` in. */
export function conditionScope(scope: Scope): Scope {
  return scope.inCondition ? scope : { ...scope, inCondition: true };
}

/** Makes a function that gives an expression's value, which is never undefined: that and all mistakes are TemplateErrors. */
export function compileExpression(node: Expression, scope: Scope): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'list': {
      const items = node.items.map((item) => compileExpression(item, scope));
      return (frame) => items.map((item) => item(frame));
    }
    case 'unary':
      return compileUnary(node, scope);
    case 'binary':
      return compileBinary(node, scope);
    case 'test':
      return compileTest(node, scope);
    case 'conditional':
      return compileConditional(node, scope, compileExpression);
    default: {
      if (isDefault(node)) return compileDefault(node, scope, compileExpression);
      const evaluate = compileLenient(node, scope);
      const owner = scope.inCondition ? ownerOfTag(node) : null;
      const mayLack = owner !== null && !scope.slots.has(owner);
      return (frame) => {
        const value = evaluate(frame);
        if (value !== undefined) return value;
        if (mayLack && isMapping(readMember(readName(frame, owner), 'tags'))) return null;
        throw undefinedError(node, scope, frame);
      };
    }
  }
}

/** The same, but a variable, member or filter without a value gives undefined, for `default` and `is defined` to meet. */
function compileLenient(node: Expression, scope: Scope): Evaluate {
  switch (node.kind) {
    case 'name': {
      const { name } = node;
      const slot = scope.slots.get(name);
      if (slot !== undefined) return (frame) => frame.slots[slot];
      return (frame) => readName(frame, name);
    }
    case 'member':
      return compileMember(node, scope);
    case 'conditional':
      return compileConditional(node, scope, compileLenient);
    case 'filter':
      return isDefault(node) ? compileDefault(node, scope, compileLenient) : compileFilter(node, scope);
    default:
      return compileExpression(node, scope);
  }
}

function compileMember(node: Expression & { kind: 'member' }, scope: Scope): Evaluate {
  const keys: Value[] = [];
  let owner: Expression = node;
  for (; owner.kind === 'member' && owner.key.kind === 'literal'; owner = owner.target) {
    keys.unshift(owner.key.value);
  }
  if (owner.kind === 'member' && keys.length === 0) {
    const target = compileLenient(owner.target, scope);
    const key = compileExpression(owner.key, scope);
    return (frame) => {
      const value = target(frame);
      return readMember(value, key(frame));
    };
  }
  const target = compileLenient(owner, scope);
  return (frame) => {
    let value = target(frame);
    for (const key of keys) value = readMember(value, key);
    return value;
  };
}

/** Mappings here are safe copies or loops: without a prototype, so that a key can only meet their own data. */
function readMember(target: Value, key: Value): Value {
  if (typeof target !== 'object' || target === null) return undefined;
  if (isList(target)) return typeof key === 'number' && Number.isInteger(key) ? target.at(key) : undefined;
  return typeof key === 'string' || typeof key === 'number' ? target[key] : undefined;
}

function compileUnary(node: Expression & { kind: 'unary' }, scope: Scope): Evaluate {
  const operand = compileExpression(node.operand, scope);
  const { operator, start } = node;
  if (operator === 'not') return (frame) => !isTruthy(operand(frame));
  return (frame) => {
    const value = operand(frame);
    frame.at = start;
    return signed(operator, value);
  };
}

function compileBinary(node: Expression & { kind: 'binary' }, scope: Scope): Evaluate {
  const left = compileExpression(node.left, scope);
  const right = compileExpression(node.right, scope);
  const { operator, start } = node;
  if (operator === 'and' || operator === 'or') {
    const goesOn = operator === 'and';
    return (frame) => {
      const value = left(frame);
      return isTruthy(value) === goesOn ? right(frame) : value;
    };
  }
  const operation = binaryOperations[operator];
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    frame.at = start;
    return operation(first, second, frame);
  };
}

function compileConditional(
  node: Expression & { kind: 'conditional' },
  scope: Scope,
  compile: Compile,
): Evaluate {
  const condition = compileExpression(node.condition, conditionScope(scope));
  const whenTrue = compile(node.whenTrue, scope);
  const whenFalse = compile(node.whenFalse, scope);
  return (frame) => (isTruthy(condition(frame)) ? whenTrue(frame) : whenFalse(frame));
}

const testFunctions: Readonly<Record<TestName, (value: Value) => boolean>> = {
  defined: (value) => value !== undefined,
  none: (value) => value === null,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  true: (value) => value === true,
  false: (value) => value === false,
  empty: isEmpty,
};

function compileTest(node: Expression & { kind: 'test' }, scope: Scope): Evaluate {
  const { name, isNegated } = node;
  const target =
    name === 'defined' ? compileLenient(node.target, scope) : compileExpression(node.target, scope);
  const test = testFunctions[name];
  return (frame) => test(target(frame)) !== isNegated;
}

function isDefault(node: Expression): node is Expression & { kind: 'filter' } {
  return node.kind === 'filter' && (node.name === 'default' || node.name === 'd');
}

function compileDefault(node: Expression & { kind: 'filter' }, scope: Scope, compile: Compile): Evaluate {
  if (node.args.length > 2) {
    return () => {
      throw new TemplateError(`the filter ${node.name} takes 0 to 2 arguments`, { offset: node.nameStart });
    };
  }
  const target = compileLenient(node.target, scope);
  const [first, second] = node.args;
  const fallback: Evaluate = first ? compile(first, scope) : () => '';
  const alsoEmpty: Evaluate = second ? compileExpression(second, scope) : () => false;
  return (frame) => {
    const value = target(frame);
    return needsDefault(value, isTruthy(alsoEmpty(frame))) ? fallback(frame) : value;
  };
}

function compileFilter(node: Expression & { kind: 'filter' }, scope: Scope): Evaluate {
  const { name, nameStart } = node;
  const target = compileExpression(node.target, scope);
  const args = node.args.map((arg) => compileExpression(arg, scope));
  const builtin = builtinFilters.get(name);
  const isSearch = searchingFilters.has(name);
  return (frame) => {
    const value = target(frame);
    const values = args.map((arg) => arg(frame));
    frame.at = nameStart;
    spendOn(frame, value, filterEffort(name, value));
    const [wanted] = values;
    if (isSearch && typeof value === 'string' && typeof wanted === 'string') {
      checkNeedle(wanted, value);
      spend(frame, searchCost(wanted, value));
    }
    for (const arg of values) spendOn(frame, arg);
    const result = builtin ? builtin(value, values) : callPluginFilter(name, value, values, frame);
    if (typeof result === 'string') spend(frame, result.length >> 2);
    return result;
  };
}

function callPluginFilter(name: string, value: Value, args: readonly Value[], frame: Frame): Value {
  const filter: Filter | undefined = frame.filters?.get(name);
  if (!filter) {
    const names = [...builtinFilters.keys(), ...(frame.filters?.keys() ?? [])];
    throw new TemplateError(`there is no filter "${name}"${closestNameHint(name, names)}`);
  }
  let result: unknown;
  try {
    result = filter(value, args);
  } catch (error) {
    throw new TemplateError(
      `the filter ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  // Not the budget's copies: a filter may hand back one list again and again, each time with other items.
  const safe = safeCopy(result, new WeakMap());
  if (safe === undefined)
    throw new TemplateError(`the filter ${name} gave back something that is not plain data`);
  spendOn(frame, safe);
  return safe;
}

function undefinedError(node: Expression, scope: Scope, frame: Frame): TemplateError {
  const name = variableName(node, scope.text);
  const author = authorWithTag(node, scope, frame);
  if (name !== null && author !== null) {
    const why = `the scope "${author}" wrote this and has the tag, but tags are not inherited`;
    const hint = `write origin${name.slice('scope'.length)} for its tag, or give the scope one of its own`;
    const place = { offset: node.start, variableName: name, hint };
    return new TemplateError(`"${name}" is not defined: ${why}`, place);
  }
  const written = scope.text.slice(node.start, node.end);
  const place = { offset: node.start, variableName: name ?? undefined, hint: advice(name ?? written) };
  if (name === null) return new TemplateError(`"${cutText(written, 100)}" has no value`, place);
  return new TemplateError(`"${name}" is not defined${reason(node, scope, frame)}`, place);
}

/** The scope that wrote the text, where that has the tag which the scope that is read lacks. */
function authorWithTag(node: Expression, scope: Scope, frame: Frame): string | null {
  if (node.kind !== 'member' || ownerOfTag(node) !== 'scope' || scope.slots.has('scope')) return null;
  const origin = readName(frame, 'origin');
  const tags = readMember(origin, 'tags');
  if (node.key.kind !== 'literal' || !isMapping(tags)) return null;
  const name = readMember(origin, 'name');
  const isThere = readMember(tags, node.key.value) !== undefined;
  return isThere && typeof name === 'string' ? cutText(name, 200) : null;
}

function advice(written: string): string {
  return `define it or write {{ ${written.length > 100 ? '…' : written} | default('…') }}`;
}

/** What the nearest thing is that does exist, to tell a misspelt name from a missing one. */
function reason(node: Expression, scope: Scope, frame: Frame): string {
  if (node.kind === 'name')
    return affordable(frame, node.name, [...scope.slots.keys(), ...Object.keys(frame.context)]);
  if (node.kind !== 'member') return '';
  const target = compileLenient(node.target, scope)(frame);
  if (target === undefined) return reason(node.target, scope, frame);
  if (!isMapping(target))
    return ` (${variableName(node.target, scope.text) ?? 'its owner'} is ${kindOf(target)})`;
  if (node.key.kind !== 'literal') return '';
  spend(frame, keyCount(target) * 8);
  return affordable(frame, String(node.key.value), Object.keys(target));
}

/** The hint of a nearest name, paid for like all else: a flood of failures must not cost more than other floods. */
function affordable(frame: Frame, name: string, names: readonly string[]): string {
  const { cost, find } = searchNearest(name, names);
  spend(frame, cost);
  return find();
}
