import type { Expression, FilterUse, Statement, VariableUse } from './ast.ts';

interface Uses {
  readonly variables: VariableUse[];
  readonly filters: FilterUse[];
}

/** Lists the context's variables and the filters that statements use, in the order of the text. */
export function findUses(body: readonly Statement[], text: string): Uses {
  const uses: Uses = { variables: [], filters: [] };
  const walk = (statement: Statement, bound: readonly string[]): void => {
    switch (statement.kind) {
      case 'output':
        return findIn(statement.expression, bound, false, text, uses);
      case 'if':
        for (const branch of statement.branches) {
          if (branch.condition) findIn(branch.condition, bound, false, text, uses);
          for (const inner of branch.body) walk(inner, bound);
        }
        return;
      case 'for': {
        findIn(statement.list, bound, false, text, uses);
        const inside = [...bound, statement.variable, 'loop'];
        for (const inner of statement.body) walk(inner, inside);
      }
    }
  };
  for (const statement of body) walk(statement, []);
  return uses;
}

/** The name of a variable as written, without brackets around it and white space in it; null for anything else. */
export function variableName(node: Expression, text: string): string | null {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'member') return null;
  const target = variableName(node.target, text);
  if (target === null) return null;
  const written = text.slice(node.key.start, node.key.end);
  const isDotted = node.key.kind === 'literal' && node.key.value === written;
  return isDotted ? `${target}.${written}` : `${target}[${written}]`;
}

function findIn(
  node: Expression,
  bound: readonly string[],
  isOptional: boolean,
  text: string,
  uses: Uses,
): void {
  const find = (inner: Expression, optional = false): void => findIn(inner, bound, optional, text, uses);
  switch (node.kind) {
    case 'name':
    case 'member':
      return findPath(node, bound, isOptional, text, uses);
    case 'list':
      for (const item of node.items) find(item);
      return;
    case 'unary':
      return find(node.operand);
    case 'binary':
      find(node.left);
      return find(node.right);
    case 'conditional':
      find(node.whenTrue, isOptional);
      find(node.condition);
      return find(node.whenFalse, isOptional);
    case 'test':
      return find(node.target, node.name === 'defined');
    case 'filter': {
      const isDefault = node.name === 'default' || node.name === 'd';
      find(node.target, isDefault);
      uses.filters.push({ name: node.name, offset: node.nameStart });
      for (const arg of node.args) find(arg, isDefault && isOptional);
    }
  }
}

function findPath(
  node: Expression & { kind: 'name' | 'member' },
  bound: readonly string[],
  isOptional: boolean,
  text: string,
  uses: Uses,
): void {
  const keys: Expression[] = [];
  let root: Expression = node;
  for (; root.kind === 'member'; root = root.target) keys.unshift(root.key);
  if (root.kind !== 'name') {
    findIn(root, bound, isOptional, text, uses);
  } else if (!bound.includes(root.name)) {
    const path = [root.name];
    for (const key of keys) {
      if (key.kind !== 'literal') break;
      path.push(String(key.value));
    }
    const name = variableName(node, text) ?? root.name;
    uses.variables.push({ name, path, offset: node.start, isOptional });
  }
  for (const key of keys) findIn(key, bound, false, text, uses);
}
