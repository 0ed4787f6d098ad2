import { closestNameHint } from '../closest-name.ts';
import { maxNesting } from '../render/budget.ts';
import { limitError, TemplateError } from '../template-error.ts';
import type { Branch, Expression, Span, Statement, Template, TemplateProblem } from './ast.ts';
import { lexExpression, type Token } from './lex-expression.ts';
import { parseExpression } from './parse-expression.ts';
import { type Piece, splitTags, type Tag } from './split-tags.ts';
import {
  accept,
  advance,
  constants,
  createTokenReader,
  expect,
  expectEnd,
  keywords,
  type TokenReader,
  unexpected,
} from './token-reader.ts';

type Mutable<Part> = { -readonly [Key in keyof Part]: Part[Key] };

/** A block whose end has not been read yet. */
interface OpenBlock {
  readonly tag: Tag;
  readonly node: Mutable<Statement & { kind: 'if' | 'for' }>;
  /** Where the statements that come now belong. */
  body: Statement[];
  readonly branches: Branch[];
  /** How many problems there were before the block. */
  readonly problemsBefore: number;
  hasElse: boolean;
}

interface Parser {
  readonly text: string;
  readonly problems: TemplateProblem[];
  readonly body: Statement[];
  readonly blocks: OpenBlock[];
}

/** After this many problems the rest of a text is not read. */
const maxProblems = 1_000;

const statements = ['if', 'elif', 'else', 'endif', 'for', 'endfor', 'raw', 'endraw'];
const placeholder: Expression = { kind: 'literal', value: null, start: 0, end: 0 };

/** Reads a template's text. Never throws: what is wrong with it is listed in `problems`. */
export function parseTemplate(text: string): Template {
  const parser: Parser = { text, problems: [], body: [], blocks: [] };
  const tags: Span[] = [];
  let isBroken = true;
  let current: Span = { start: 0, end: text.length };
  try {
    const pieces = splitTags(text);
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] as Piece;
      if (typeof piece === 'string') {
        add(parser, { kind: 'text', text: piece });
        continue;
      }
      current = { start: piece.start, end: piece.end };
      tags.push(current);
      parseTag(parser, piece);
      if (parser.problems.length >= maxProblems)
        throw limitError(`a text may have at most ${maxProblems} problems`);
    }
    const open = parser.blocks.at(-1);
    if (open) {
      current = open.tag;
      throw new TemplateError(`{% ${open.node.kind} %} is never closed; add {% end${open.node.kind} %}`);
    }
    isBroken = false;
  } catch (error) {
    report(parser, current, error);
  }
  const body = isBroken ? [] : parser.body;
  return { text, body, tags, problems: parser.problems, isBroken };
}

const closers: Readonly<Record<Tag['kind'], string>> = {
  output: '}}',
  statement: '%}',
  comment: '#}',
  raw: '{% endraw %}',
};

function parseTag(parser: Parser, tag: Tag): void {
  if (tag.unclosed) {
    const message =
      tag.unclosed === 'tag'
        ? `this tag is never closed; add ${closers[tag.kind]}`
        : 'a string in this tag is never closed; add its quote';
    attemptAlone(parser, tag, () => {
      throw new TemplateError(message);
    });
  } else if (tag.kind === 'raw') {
    add(parser, { kind: 'text', text: parser.text.slice(tag.innerStart, tag.innerEnd) });
  } else if (tag.kind === 'output') {
    attemptAlone(parser, tag, () => {
      const reader = readTag(parser, tag);
      add(parser, { kind: 'output', expression: readRest(reader), ...costOf(tag, reader) });
    });
  } else if (tag.kind === 'statement') {
    parseStatement(parser, tag);
  }
}

/** Block structure that does not fit is thrown: it spoils the whole text. Mistakes inside a tag spoil its outermost block. */
function parseStatement(parser: Parser, tag: Tag): void {
  const reader = readTag(parser, tag);
  const word = advance(reader);
  const block = parser.blocks.at(-1);
  switch (word.text) {
    case 'if':
      return openBlock(parser, tag, { kind: 'if', branches: [], start: tag.start, end: tag.end }, reader);
    case 'for': {
      const node = {
        kind: 'for',
        variable: '',
        list: placeholder,
        body: [],
        ...costOf(tag, reader),
      } as const;
      return openBlock(parser, tag, node, reader);
    }
    case 'elif':
    case 'else':
      return parseBranch(parser, tag, reader, word.text);
    case 'endif':
    case 'endfor':
      if (`end${block?.node.kind}` !== word.text) throw misplaced(word.text, block);
      attempt(parser, tag, () => expectEnd(reader));
      return closeBlock(parser, tag);
    default:
      attemptAlone(parser, tag, () => {
        if (word.kind !== 'name') throw unexpected(word, 'a statement');
        if (word.text === 'endraw') throw new TemplateError('{% endraw %} has no {% raw %} before it');
        if (word.text === 'raw') throw new TemplateError('{% raw %} takes nothing beside its name');
        const hint = /^else?if$|^elsif$/.test(word.text)
          ? ' (write elif)'
          : closestNameHint(word.text, statements);
        throw new TemplateError(`there is no statement "${word.text}"${hint}`, { offset: word.start });
      });
  }
}

function openBlock(parser: Parser, tag: Tag, node: OpenBlock['node'], reader: TagReader): void {
  const { blocks } = parser;
  if (blocks.length >= maxNesting) throw limitError(`blocks may be nested at most ${maxNesting} levels deep`);
  const problemsBefore = parser.problems.length;
  const block: OpenBlock = { tag, node, body: [], branches: [], problemsBefore, hasElse: false };
  blocks.push(block);
  if (node.kind === 'if') return startBranch(parser, block, tag, reader);
  node.body = block.body;
  attempt(parser, tag, () => {
    const name = advance(reader);
    if (name.kind !== 'name' || keywords.has(name.text) || constants.has(name.text) || name.text === 'loop') {
      throw unexpected(name, 'the name of the loop variable');
    }
    if (accept(reader, ',')) {
      throw new TemplateError('a loop has one variable; write for key in mapping, then mapping[key]', {
        offset: name.start,
      });
    }
    expect(reader, 'in');
    node.variable = name.text;
    node.list = readRest(reader);
  });
}

function parseBranch(parser: Parser, tag: Tag, reader: TagReader, word: 'elif' | 'else'): void {
  const block = parser.blocks.at(-1);
  if (block?.node.kind !== 'if' || block.hasElse) throw misplaced(word, block);
  if (word === 'elif') return startBranch(parser, block, tag, reader);
  block.hasElse = true;
  block.body = [];
  block.branches.push({ condition: null, body: block.body, ...costOf(tag, reader) });
  attempt(parser, tag, () => expectEnd(reader));
}

function startBranch(parser: Parser, block: OpenBlock, tag: Tag, reader: TagReader): void {
  block.body = [];
  const condition = attempt(parser, tag, () => readRest(reader));
  block.branches.push({ condition: condition ?? placeholder, body: block.body, ...costOf(tag, reader) });
}

function closeBlock(parser: Parser, tag: Tag): void {
  const block = parser.blocks.pop();
  if (!block) return;
  block.node.end = tag.end;
  if (block.node.kind === 'if') block.node.branches = block.branches;
  if (parser.blocks.length === 0 && parser.problems.length > block.problemsBefore) {
    addBroken(parser, block.problemsBefore, block.node);
  } else {
    add(parser, block.node);
  }
}

function misplaced(word: string, block: OpenBlock | undefined): TemplateError {
  if (!block) return new TemplateError(`{% ${word} %} is outside of any block that it could belong to`);
  const { kind } = block.node;
  return new TemplateError(
    `{% ${word} %} does not fit in {% ${kind} %}; close that with {% end${kind} %} first`,
  );
}

/** A tag that was read, and the expression that it ends with once that is asked for. */
interface KnownTag {
  readonly tokens: readonly Token[];
  expression?: Expression;
}

interface TagReader extends TokenReader {
  readonly known: KnownTag;
}

/** Tags by their text: the texts of a scope repeat a few. Those of long texts are not kept, for a part of a text holds the whole in memory. */
const knownTags = new Map<string, KnownTag>();
const maxKnownTags = 500;
const maxTagLength = 200;
const maxTextLength = 4_000;

function readTag({ text }: Parser, { start, end, innerStart, innerEnd }: Tag): TagReader {
  const source = text.slice(start, end);
  let known = knownTags.get(source);
  if (known === undefined) {
    known = { tokens: lexExpression(text.slice(innerStart, innerEnd), innerStart - start) };
    if (knownTags.size >= maxKnownTags) knownTags.clear();
    if (source.length <= maxTagLength && text.length <= maxTextLength) knownTags.set(source, known);
  }
  return { ...createTokenReader(known.tokens), known };
}

/** The expression that the rest of a tag is. */
function readRest(reader: TagReader): Expression {
  if (reader.known.expression !== undefined) return reader.known.expression;
  const expression = parseExpression(reader);
  expectEnd(reader);
  reader.known.expression = expression;
  return expression;
}

function costOf(tag: Tag, reader: TokenReader): Span & { cost: number } {
  return { start: tag.start, end: tag.end, cost: reader.tokens.length };
}

function add(parser: Parser, statement: Statement): void {
  (parser.blocks.at(-1)?.body ?? parser.body).push(statement);
}

function addBroken(parser: Parser, problemsBefore: number, { start, end }: Span): void {
  parser.body.push({ kind: 'broken', problems: parser.problems.slice(problemsBefore), start, end });
}

/** Runs a part of the parser whose mistakes are reported and go no further. */
function attempt<Result>(parser: Parser, tag: Tag, parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch (error) {
    report(parser, tag, error);
    return undefined;
  }
}

/** The same for a tag that is not part of a block's frame, so that it breaks alone if it stands outside of blocks. */
function attemptAlone(parser: Parser, tag: Tag, parse: () => void): void {
  const before = parser.problems.length;
  attempt(parser, tag, parse);
  if (parser.problems.length > before && parser.blocks.length === 0) addBroken(parser, before, tag);
}

function report(parser: Parser, span: Span, error: unknown): void {
  const { text, problems } = parser;
  const message = error instanceof Error ? error.message : String(error);
  const offset = span.start + ((error instanceof TemplateError ? error.offset : null) ?? 0);
  problems.push({ message, offset, source: text.slice(span.start, span.end) });
}
