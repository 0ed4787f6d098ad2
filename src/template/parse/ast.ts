/** A stretch of a template's text, from `start` up to but not including `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '//'
  | '%'
  | '~'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not in'
  | 'and'
  | 'or';

export type UnaryOperator = '-' | '+' | 'not';

export type TestName = 'defined' | 'none' | 'string' | 'number' | 'true' | 'false' | 'empty';

/** What stands in a tag. Its places count from the start of the tag, so that the same tag is the same expression wherever it stands. */
export type Expression = Span &
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly target: Expression; readonly key: Expression }
    | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        readonly whenTrue: Expression;
        readonly whenFalse: Expression;
      }
    | {
        readonly kind: 'filter';
        readonly name: string;
        readonly nameStart: number;
        readonly target: Expression;
        readonly args: readonly Expression[];
      }
    | {
        readonly kind: 'test';
        readonly name: TestName;
        readonly isNegated: boolean;
        readonly target: Expression;
      }
  );

export interface Branch extends Span {
  /** Null for `else`. */
  readonly condition: Expression | null;
  readonly body: readonly Statement[];
  /** Steps that one evaluation of the condition takes. */
  readonly cost: number;
}

/** A tag or block that could not be read, or text. Nothing below a broken statement is kept. */
export type Statement =
  | { readonly kind: 'text'; readonly text: string }
  | (Span & { readonly kind: 'output'; readonly expression: Expression; readonly cost: number })
  | (Span & { readonly kind: 'if'; readonly branches: readonly Branch[] })
  | (Span & {
      readonly kind: 'for';
      readonly variable: string;
      readonly list: Expression;
      readonly body: readonly Statement[];
      readonly cost: number;
    })
  | (Span & { readonly kind: 'broken'; readonly problems: readonly TemplateProblem[] });

export interface TemplateProblem {
  readonly message: string;
  /** Where in the template's text, in UTF-16 units from 0. */
  readonly offset: number;
  /** The tag as written. */
  readonly source: string;
}

/** A place where a template reads a variable of its context (not one of its own loops). */
export interface VariableUse {
  /** As written: `scope.tags['team']`. */
  readonly name: string;
  /** The segments that are known without rendering: `['scope', 'tags', 'team']`. */
  readonly path: readonly string[];
  readonly offset: number;
  /** Met by `default`, asked for with `is defined`, or a tag of the scope in a condition, so it may be missing. */
  readonly isOptional: boolean;
  /** Texts that its value is compared with, for `==`, `!=`, `in` and `not in`. */
  readonly comparedWith?: readonly string[];
}

export interface FilterUse {
  readonly name: string;
  readonly offset: number;
}

export interface Template {
  readonly text: string;
  readonly body: readonly Statement[];
  /** Every tag in order, comments too. */
  readonly tags: readonly Span[];
  /** All problems, in the order of the text. */
  readonly problems: readonly TemplateProblem[];
  /** The blocks do not fit together, so that nothing of the text can be rendered. */
  readonly isBroken: boolean;
}
