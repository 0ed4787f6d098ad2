import type { BinaryOperator, Expression, FilterUse, Span, Statement, Template, VariableUse } from './ast.ts';

/** What a template asks for. */
export interface Uses {
  readonly variables: VariableUse[];
  readonly filters: FilterUse[];
}

/** Where an expression stands. */
interface Surroundings {
  /** Its tag and what comes after it. */
  readonly text: string;
  /** Where the tag starts. */
  readonly start: number;
  /** Names of the loops around it. */
  readonly bound: readonly string[];
  /** Something meets the case that it has no value. */
  readonly isOptional: boolean;
  /** In the condition of `if`, `elif` or `x if c else y`. */
  readonly inCondition: boolean;
  /** Texts that its value is compared with. */
  readonly comparedWith: readonly string[];
}

/** Lists the context's variables and the filters that a template uses, in the order of the text. Rendering does without. */
export function findUses({ body, text }: Pick<Template, 'body' | 'text'>): Uses {
  const uses: Uses = { variables: [], filters: [] };
  const walk = (statement: Statement, bound: readonly string[]): void => {
    const inTag = ({ start }: Span): Surroundings => ({
      text: text.slice(start),
      start,
      bound,
      isOptional: false,
      inCondition: false,
      comparedWith: [],
    });
    switch (statement.kind) {
      case 'output':
        return findIn(statement.expression, inTag(statement), uses);
      case 'if':
        for (const branch of statement.branches) {
          if (branch.condition) findIn(branch.condition, { ...inTag(branch), inCondition: true }, uses);
          for (const inner of branch.body) walk(inner, bound);
        }
        return;
      case 'for': {
        findIn(statement.list, inTag(statement), uses);
        const inside = [...bound, statement.variable, 'loop'];
        for (const inner of statement.body) walk(inner, inside);
      }
    }
  };
  for (const statement of body) walk(statement, []);
  return uses;
}

/** Whose tag an expression is: a key of `scope.tags` or `origin.tags`, as written; null for anything else. */
export function ownerOfTag(node: Expression): 'scope' | 'origin' | null {
  if (node.kind !== 'member' || node.target.kind !== 'member') return null;
  const { key, target } = node.target;
  if (key.kind !== 'literal' || key.value !== 'tags' || target.kind !== 'name') return null;
  return target.name === 'scope' || target.name === 'origin' ? target.name : null;
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

function findIn(node: Expression, around: Surroundings, uses: Uses): void {
  const find = (
    inner: Expression,
    isOptional = false,
    inCondition = around.inCondition,
    comparedWith: readonly string[] = [],
  ): void => findIn(inner, { ...around, isOptional, inCondition, comparedWith }, uses);
  switch (node.kind) {
    case 'name':
    case 'member':
      return findPath(node, around, uses);
    case 'list':
      for (const item of node.items) find(item);
      return;
    case 'unary':
      return find(node.operand);
    case 'binary':
      find(node.left, false, around.inCondition, textsComparedWith(node.operator, node.right));
      return find(node.right, false, around.inCondition, textsBefore(node.operator, node.left));
    case 'conditional':
      find(node.whenTrue, around.isOptional);
      find(node.condition, false, true);
      return find(node.whenFalse, around.isOptional);
    case 'test':
      return find(node.target, node.name === 'defined');
    case 'filter': {
      const isDefault = node.name === 'default' || node.name === 'd';
      find(node.target, isDefault, around.inCondition, isDefault ? around.comparedWith : []);
      uses.filters.push({ name: node.name, offset: around.start + node.nameStart });
      for (const arg of node.args) find(arg, isDefault && around.isOptional);
    }
  }
}

/** The texts, written out at one side of an operator, that the value at the other has to equal, or not to. */
function textsComparedWith(operator: BinaryOperator, right: Expression): string[] {
  const isList = operator === 'in' || operator === 'not in';
  if (!isList && operator !== '==' && operator !== '!=') return [];
  const written = isList ? (right.kind === 'list' ? right.items : []) : [right];
  return written.flatMap((item) =>
    item.kind === 'literal' && typeof item.value === 'string' ? [item.value] : [],
  );
}

/** The text, written out at the left of an operator, that the value at its right has to equal, or not to. */
function textsBefore(operator: BinaryOperator, left: Expression): string[] {
  return operator === '==' || operator === '!=' ? textsComparedWith(operator, left) : [];
}

function findPath(node: Expression & { kind: 'name' | 'member' }, around: Surroundings, uses: Uses): void {
  const keys: Expression[] = [];
  let root: Expression = node;
  for (; root.kind === 'member'; root = root.target) keys.unshift(root.key);
  if (root.kind !== 'name') {
    findIn(root, around, uses);
  } else if (!around.bound.includes(root.name)) {
    const path = [root.name];
    for (const key of keys) {
      if (key.kind !== 'literal') break;
      path.push(String(key.value));
    }
    const name = variableName(node, around.text) ?? root.name;
    const isOptional = around.isOptional || (around.inCondition && ownerOfTag(node) !== null);
    const { comparedWith } = around;
    uses.variables.push({
      name,
      path,
      offset: around.start + node.start,
      isOptional,
      ...(comparedWith.length > 0 && { comparedWith }),
    });
  }
  for (const key of keys) findIn(key, { ...around, isOptional: false, comparedWith: [] }, uses);
}
