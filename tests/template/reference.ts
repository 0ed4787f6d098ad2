import fc from 'fast-check';

/** A second, naive implementation of the operators, to hold the real one against. */
export type Tree =
  | { kind: 'value'; value: string | number | boolean | null }
  | { kind: 'list'; items: Tree[] }
  | { kind: 'unary'; operator: 'not' | '-'; operand: Tree }
  | { kind: 'binary'; operator: string; left: Tree; right: Tree }
  | { kind: 'choice'; condition: Tree; yes: Tree; no: Tree }
  | { kind: 'filter'; name: 'upper' | 'length' | 'first' | 'abs' | 'string'; target: Tree }
  | { kind: 'default'; fallback: Tree }
  | { kind: 'test'; name: 'string' | 'number' | 'none' | 'empty'; target: Tree };

export class WrongKind extends Error {}

const comparisons = ['==', '!=', '<', '<=', '>', '>=', 'in', 'not in'];
const powers: Record<string, number> = {
  or: 1,
  and: 2,
  '+': 5,
  '-': 5,
  '~': 6,
  '*': 7,
  '//': 7,
  '%': 7,
  '/': 7,
};
for (const name of comparisons) powers[name] = 4;

export const expressions: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({
      kind: fc.constant('value' as const),
      value: fc.oneof(
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom(0.5, true, false, null, '', 'a', 'ab', "it's", '\\n"', '{{ }}'),
      ),
    }),
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('unary' as const),
      operator: fc.constantFrom('not' as const, '-' as const),
      operand: tie('tree'),
    }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom(...Object.keys(powers)),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({
      kind: fc.constant('choice' as const),
      condition: tie('tree'),
      yes: tie('tree'),
      no: tie('tree'),
    }),
    fc.record({
      kind: fc.constant('filter' as const),
      name: fc.constantFrom(
        'upper' as const,
        'length' as const,
        'first' as const,
        'abs' as const,
        'string' as const,
      ),
      target: tie('tree'),
    }),
    fc.record({ kind: fc.constant('default' as const), fallback: tie('tree') }),
    fc.record({
      kind: fc.constant('test' as const),
      name: fc.constantFrom('string' as const, 'number' as const, 'none' as const, 'empty' as const),
      target: tie('tree'),
    }),
  ),
})).tree;

/** Writes a tree as source, with brackets everywhere or only where they are needed. */
export function print(tree: Tree, everywhere: boolean): string {
  const bracket = (inner: Tree, needed: boolean): string =>
    everywhere || needed ? `(${print(inner, everywhere)})` : print(inner, everywhere);
  switch (tree.kind) {
    case 'value':
      return typeof tree.value === 'string' ? quoted(tree.value) : String(tree.value).replace('null', 'none');
    case 'list':
      return `[${tree.items.map((item) => print(item, everywhere)).join(', ')}]`;
    case 'unary':
      return tree.operator === 'not'
        ? `not ${bracket(tree.operand, strength(tree.operand) < 3)}`
        : `- ${bracket(tree.operand, strength(tree.operand) < 9)}`;
    case 'binary': {
      const power = powers[tree.operator] ?? 0;
      const left = bracket(tree.left, strength(tree.left) < (power === 4 ? 5 : power));
      return `${left} ${tree.operator} ${bracket(tree.right, strength(tree.right) <= power)}`;
    }
    case 'choice':
      return `${bracket(tree.yes, tree.yes.kind === 'choice')} if ${bracket(tree.condition, tree.condition.kind === 'choice')} else ${bracket(tree.no, false)}`;
    case 'filter':
      return `${bracket(tree.target, strength(tree.target) < 8)} | ${tree.name}`;
    case 'default':
      return `missing | default(${print(tree.fallback, everywhere)})`;
    case 'test':
      return `${bracket(tree.target, strength(tree.target) < 8)} is ${tree.name}`;
  }
}

/** How tightly a tree's outermost part binds: 8 for filters, tests and signs, 9 for what needs no brackets at all. */
function strength(tree: Tree): number {
  if (tree.kind === 'choice') return 0;
  if (tree.kind === 'binary') return powers[tree.operator] ?? 0;
  if (tree.kind === 'unary') return tree.operator === 'not' ? 3 : 8;
  return tree.kind === 'value' || tree.kind === 'list' ? 9 : 8;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Gives the value as plain JSON data, or throws WrongKind. */
export function evaluate(tree: Tree): unknown {
  switch (tree.kind) {
    case 'value':
      return tree.value;
    case 'list':
      return tree.items.map(evaluate);
    case 'unary': {
      const value = evaluate(tree.operand);
      return tree.operator === 'not' ? !truthy(value) : 0 - number(value);
    }
    case 'binary':
      return operate(tree.operator, tree.left, tree.right);
    case 'choice':
      return truthy(evaluate(tree.condition)) ? evaluate(tree.yes) : evaluate(tree.no);
    case 'filter':
      return filter(tree.name, evaluate(tree.target));
    case 'default':
      return evaluate(tree.fallback);
    case 'test': {
      const value = evaluate(tree.target);
      if (tree.name === 'none') return value === null;
      if (tree.name === 'empty') return value === null || value === '' || JSON.stringify(value) === '[]';
      return typeof value === tree.name;
    }
  }
}

function operate(operator: string, leftTree: Tree, rightTree: Tree): unknown {
  const left = evaluate(leftTree);
  if (operator === 'and') return truthy(left) ? evaluate(rightTree) : left;
  if (operator === 'or') return truthy(left) ? left : evaluate(rightTree);
  const right = evaluate(rightTree);
  switch (operator) {
    case '==':
      return same(left, right);
    case '!=':
      return !same(left, right);
    case 'in':
      return contains(right, left);
    case 'not in':
      return !contains(right, left);
    case '~':
      return text(left) + text(right);
    case '+':
      if (Array.isArray(left) && Array.isArray(right)) return left.concat(right);
      if (typeof left === 'string' && typeof right === 'string') return left + right;
      return number(left) + number(right);
    case '-':
      return number(left) - number(right);
    case '*':
      return finite(number(left) * number(right));
    case '/':
      return finite(number(left) / number(right));
    case '//':
      return Math.floor(finite(number(left) / number(right)));
    case '%': {
      const [a, b] = [number(left), number(right)];
      const rest = finite(a % b);
      return rest !== 0 && Math.sign(rest) !== Math.sign(b) ? rest + b : rest;
    }
  }
  if (typeof left !== typeof right || (typeof left !== 'string' && typeof left !== 'number'))
    throw new WrongKind();
  const order = (left as number) < (right as number) ? -1 : same(left, right) ? 0 : 1;
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator];
}

function filter(name: string, value: unknown): unknown {
  if (name === 'string') return text(value);
  if (name === 'abs') return Math.abs(number(value));
  if (name === 'upper') {
    if (value === null || Array.isArray(value)) throw new WrongKind();
    return text(value).toUpperCase();
  }
  if (typeof value !== 'string' && !Array.isArray(value)) throw new WrongKind();
  if (name === 'length') return value.length;
  if (value.length === 0) throw new WrongKind();
  return value[0];
}

function truthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new WrongKind();
  return value;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new WrongKind();
  return value;
}

/** The kinds here have no mappings, so JSON tells all of them apart. */
function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function contains(group: unknown, item: unknown): boolean {
  if (Array.isArray(group)) return group.some((other) => same(other, item));
  if (typeof group !== 'string' || typeof item !== 'string') throw new WrongKind();
  return group.includes(item);
}

function text(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`;
  return String(value);
}

function json(value: unknown): string {
  return Array.isArray(value) ? text(value) : JSON.stringify(value);
}
