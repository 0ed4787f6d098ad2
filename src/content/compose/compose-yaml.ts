import {
  Composer,
  type CST,
  type Document,
  type Node,
  type ScalarTag,
  Schema,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { findMergeMark, mergeConflict } from '../text/merge-marks.ts';
import { findStrangeBlanks, strangeBlank } from '../text/strange-blanks.ts';
import { withoutConsequences } from './consequences.ts';
import { type Cures, createCures } from './cure-syntax.ts';
import { type CollectionToken, cutDocument } from './cut-tokens.ts';
import { joinParts } from './join-nodes.ts';
import { misplacedKeys } from './keys-of-items.ts';
import { type LayoutMistake, type PlaceOf, structureOf } from './lines.ts';
import { boundOf, lookAtTokens, tooDeep } from './look-at-tokens.ts';
import { mistakeInFlow } from './mistake-in-flow.ts';
import { misplacedParts } from './parts-of-mappings.ts';
import { openingOf } from './unclosed.ts';

/** Syntax errors that are collected from one file; a file of nothing but mistakes would fill the memory. */
const maxErrors = 100;
/** Lexical tokens of one content file. */
const maxContentTokens = 500_000;
/** Tokens that are composed in one go: some 10 ms. */
const usualPartSize = 10_000;

export interface SyntaxError {
  readonly offset: number;
  /** The first unit behind it. */
  readonly end: number;
  readonly message: string;
  readonly hint: string;
}

interface Composed {
  readonly document: Document.Parsed | null;
  readonly errors: readonly SyntaxError[];
}

/**
 * The first document of a YAML 1.2 text and its syntax errors; a second document is one of them. `maxTokens` bounds its tokens. It can
 * pause, for large texts take a second; collections of more than `partSize` tokens are composed in parts. `placeOf` tells where a place of
 * the text is in its file, for cures that name lines.
 */
export function* composeYaml(
  text: string,
  maxTokens: number = maxContentTokens,
  partSize: number = usualPartSize,
  placeOf: PlaceOf = (inText) => inText,
): Generator<void, Composed> {
  const composed = yield* compose(text, maxTokens, partSize, placeOf);
  if (composed.errors.length === 0) return composed;
  const offset = findMergeMark(text);
  // Whatever else is wrong comes from both sides standing there.
  if (offset !== null) return { document: null, errors: [{ offset, end: offset + 7, ...mergeConflict }] };
  const blanks = findStrangeBlanks(text).slice(0, maxErrors);
  if (blanks.length === 0) return composed;
  // Nobody sees them, and they explain most of what is wrong with their lines and others.
  return {
    document: null,
    errors: blanks.map((blank) => ({ offset: blank, end: blank + 1, ...strangeBlank(text, blank) })),
  };
}

function* compose(
  text: string,
  maxTokens: number,
  partSize: number,
  placeOf: PlaceOf,
): Generator<void, Composed> {
  const looked = yield* lookAtTokens(text, maxTokens);
  yield;
  if ('tooMuch' in looked) {
    const { tooMuch } = looked;
    const { offset } = tooMuch;
    return { document: null, errors: [{ offset, end: offset + 1, ...boundOf(tooMuch) }] };
  }
  const cures = createCures(text, placeOf);
  const explainAll = (found: readonly Found[]) => {
    const layout = layoutMistakes(found, text, placeOf);
    const others = oncePerPlace(found).filter(({ pos: [at] }) => !isIn(layout, at));
    const explained = withoutConsequences(
      others.map((error) => explain(error, text, cures, looked.tokens)),
      text,
    );
    const told = layout.map(({ offset, length, message, hint }) => ({
      ...{ offset, end: offset + length },
      ...{ message, hint },
    }));
    return [...explained, ...told].sort((a, b) => a.offset - b.offset);
  };
  try {
    const { document, second, found } = yield* composeTokens(looked.tokens, text.length, partSize);
    const told = withoutEchoes(found.slice(0, maxErrors), text);
    const errors: SyntaxError[] = oncePerCure(explainAll(told));
    if (second !== undefined) {
      const message = 'multiple documents in one file: the second starts here';
      const [offset] = second.range;
      errors.push({ offset, end: offset + 1, message, hint: cures('MULTIPLE_DOCS', message, offset) });
    }
    return { document, errors };
  } catch (error) {
    if (error instanceof TooManyErrors) {
      return { document: null, errors: explainAll(error.found.toSorted(inPlace)) };
    }
    // The composer recurses: nesting by the ten thousand overflows its stack.
    if (!(error instanceof RangeError)) throw error;
    return { document: null, errors: [{ offset: 0, end: 1, ...tooDeep }] };
  }
}

interface ComposedTokens {
  readonly document: Document.Parsed | null;
  /** The document after it. */
  readonly second: Document.Parsed | undefined;
  /** The errors of the first, in their order. */
  readonly found: readonly Found[];
}

/** Composes a large document part by part, and pauses after each: half a million tokens take half a second. */
function* composeTokens(
  tokens: readonly CST.Token[],
  length: number,
  size: number,
): Generator<void, ComposedTokens> {
  const tooMany = new TooManyErrors();
  const schema = flatSchema();
  const composer = () =>
    boundErrors(new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'error', schema }), tooMany);
  const at = tokens.findIndex(({ type }) => type === 'document');
  const whole = tokens[at];
  // What directives say counts for every part.
  const isPlain = whole?.type === 'document' && !tokens.some(({ type }) => type === 'directive');
  const { document: shorter, cuts } = isPlain
    ? yield* cutDocument(whole, size)
    : { document: whole, cuts: [] };
  const made = new Map<CollectionToken, Collection>();
  const found: Found[] = [];
  const parts = cuts.flatMap((cut) => cut.parts).sort((a, b) => a.offset - b.offset);
  for (const part of parts) {
    const [composed] = composer().compose([
      { type: 'document', offset: part.offset, start: [], value: part },
    ]);
    found.push(...(composed?.errors ?? []));
    made.set(part, composed?.contents as unknown as Collection);
    // What is composed need not be held twice.
    part.items.length = 0;
    yield;
  }
  const rest = shorter === undefined ? tokens : tokens.with(at, shorter);
  const documents = composer().compose(rest, true, length);
  const document = (documents.next().value as Document.Parsed | undefined) ?? null;
  const second = documents.next().value as Document.Parsed | undefined;
  yield;
  const root = (document?.contents ?? null) as Node | null;
  for (const cut of cuts)
    joinParts(
      root,
      cut.rest,
      cut.parts.map((part) => made.get(part) as Collection),
    );
  found.push(...(document?.errors ?? []));
  return { document, second, found: cuts.length === 0 ? found : found.sort(inPlace) };
}

function inPlace(a: Found, b: Found): number {
  return a.pos[0] - b.pos[0];
}

/** What `yaml` finds the tag of texts in quotes by (its `identity.js`). */
const quoted = Symbol.for('yaml.scalar');

/**
 * YAML 1.2 as it is. But the composer adds up a text in double quotes letter by letter, and V8 keeps each letter as an object of its own
 * until the text is looked into: that is done at once, which takes a fifth of the time and memory of a large file.
 */
function flatSchema(): Schema {
  const core = new Schema({ schema: 'core', resolveKnownTags: true });
  const tag = (core as unknown as Record<symbol, ScalarTag>)[quoted];
  return Object.create(core, { [quoted]: { value: { ...tag, resolve: flat } } }) as Schema;
}

function flat(text: string): string {
  text.charCodeAt(text.length - 1);
  return text;
}

type Collection = YAMLMap | YAMLSeq;
type Found = Pick<YAMLError, 'pos' | 'code' | 'message'>;

class TooManyErrors extends Error {
  readonly found: Found[] = [];
}

/** The composer, ended by TooManyErrors: a million errors, each with its stack, take ten seconds and a gigabyte. */
function boundErrors(composer: Composer, tooMany: TooManyErrors): Composer {
  type Report = (at: ErrorPlace, code: YAMLError['code'], message: string, isWarning?: boolean) => void;
  const reporting = composer as unknown as { onError: Report };
  const report = reporting.onError;
  reporting.onError = (at, code, message, isWarning) => {
    if (tooMany.found.length >= maxErrors) throw tooMany;
    tooMany.found.push({ pos: placeOf(at), code, message });
    report(at, code, message, isWarning);
  };
  return composer;
}

type ErrorPlace = number | [number, number] | { readonly offset: number };

function placeOf(at: ErrorPlace): [number, number] {
  if (typeof at === 'number') return [at, at + 1];
  return 'offset' in at ? [at.offset, at.offset + 1] : at;
}

/** Without what is wrong because of a tab at the start of the line, or of the line below. */
function withoutEchoes(errors: readonly Found[], text: string): readonly Found[] {
  const near = errors
    .filter(({ code }) => code === 'TAB_AS_INDENT')
    .map(({ pos: [tab] }) => {
      const lineAbove = text.lastIndexOf('\n', tab - 1) - 1;
      const end = text.indexOf('\n', tab);
      return [text.lastIndexOf('\n', lineAbove), end === -1 ? text.length : end] as const;
    });
  return errors.filter(
    ({ code, pos: [at] }) =>
      code === 'TAB_AS_INDENT' || !near.some(([start, end]) => at > start && at <= end),
  );
}

/** What else is wrong at the same place has the same cause. */
function oncePerPlace(errors: readonly Found[]): readonly Found[] {
  const seen = new Set<number>();
  return errors.filter(({ pos: [offset] }) => !seen.has(offset) && seen.add(offset));
}

/** Mistakes with one cure, which names a line, are one mistake. */
function oncePerCure(errors: readonly SyntaxError[]): SyntaxError[] {
  const seen = new Set<string>();
  return errors.filter(({ hint }) => !/ line \d/.test(hint) || (!seen.has(hint) && seen.add(hint)));
}

/** The mistakes in the layout of a text that explain what the composer has found. */
function layoutMistakes(found: readonly Found[], text: string, placeOf: PlaceOf): LayoutMistake[] {
  if (found.length === 0 || found.some(({ code }) => code === 'TAB_AS_INDENT')) return [];
  const lines = structureOf(text, placeOf);
  const kept: LayoutMistake[] = [];
  const explains = (mistake: LayoutMistake) => found.some(({ pos: [at] }) => isIn([mistake], at));
  for (const mistake of misplacedKeys(lines, text.length))
    if (isIn(kept, mistake.start) || explains(mistake)) kept.push(mistake);
  for (const mistake of misplacedParts(lines, text.length))
    if (!isIn(kept, mistake.offset) && explains(mistake)) kept.push(mistake);
  return kept;
}

function isIn(mistakes: readonly LayoutMistake[], at: number): boolean {
  return mistakes.some(({ start, end }) => at >= start && at < end);
}

interface Explained extends SyntaxError {
  /** Where the composer found it, and what it said. */
  readonly at: number;
  readonly code: YAMLError['code'];
  readonly said: string;
}

function explain(error: Found, text: string, cures: Cures, tokens: readonly CST.Token[]): Explained {
  const [at, end = at + 1] = error.pos;
  const { code } = error;
  const sentence = error.message.split('\n', 1)[0] ?? error.message;
  const said = sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/[.:]$/, '');
  const place = { at, code, said, offset: at, end };
  if ((code as string) === 'RESOURCE_EXHAUSTION') return { ...place, ...tooDeep };
  const inFlow = mistakeInFlow(said, text, at);
  if (inFlow !== null) return { ...place, ...inFlow };
  const message = said.replace(/^missing closing (["'])quote$/, 'the closing $1 is missing');
  const hint = cures(code, message, at);
  const opening = openingOf(said, at, tokens);
  return { ...place, ...(opening !== null && { offset: opening, end: opening + 1 }), message, hint };
}
