import { limitError } from '../template-error.ts';
import type { Span } from './ast.ts';

export interface Tag extends Span {
  /** `raw` is a whole block, from `{% raw %}` to `{% endraw %}`. */
  readonly kind: 'output' | 'statement' | 'comment' | 'raw';
  /** Where the text between the delimiters and their trim marks starts and ends; of a raw block its content. */
  readonly innerStart: number;
  readonly innerEnd: number;
  /** The tag runs to the end of the text because it, or a string in it, is never closed. */
  readonly unclosed: 'tag' | 'string' | null;
}

export type Piece = string | Tag;

/** Keeps the time that reading a text takes far below a second. */
const maxTags = 20_000;

const kinds = { '{': 'output', '%': 'statement', '#': 'comment' } as const;

/**
 * Splits a template into text and tags, with white space beside `-` marks removed. Time is linear in the text's length; too
 * many tags are a TemplateError.
 */
export function splitTags(text: string): Piece[] {
  const pieces: Piece[] = [];
  let tags = 0;
  let done = 0;
  let trimsStart = false;
  const addText = (end: number, trimsEnd: boolean) => {
    let piece = text.slice(done, end);
    if (trimsStart) piece = piece.trimStart();
    if (trimsEnd) piece = piece.trimEnd();
    if (piece !== '') pieces.push(piece);
  };
  for (let open = text.indexOf('{'); open !== -1; open = text.indexOf('{', Math.max(open + 1, done))) {
    const kind = kinds[text[open + 1] as keyof typeof kinds];
    if (!kind) continue;
    if (++tags > maxTags) {
      throw limitError(`a text may have at most ${maxTags.toLocaleString('en-GB')} tags`, open);
    }
    const tag = readRaw(text, readTag(text, open, kind));
    addText(open, text[open + 2] === '-');
    pieces.push(tag);
    done = tag.end;
    trimsStart = !tag.unclosed && (tag.kind === 'raw' ? text[done - 3] === '-' : tag.innerEnd < done - 2);
  }
  addText(text.length, false);
  return pieces;
}

/** The whole block that a tag `{% raw %}` starts; any other tag as it is. */
function readRaw(text: string, tag: Tag): Tag {
  const { kind, start, innerStart, innerEnd, end } = tag;
  if (kind !== 'statement' || tag.unclosed || text.slice(innerStart, innerEnd).trim() !== 'raw') return tag;
  const closing = /\{%(-?)\s*endraw\s*-?%\}/g;
  closing.lastIndex = end;
  const close = closing.exec(text);
  if (close === null) {
    return { kind: 'raw', start, end: text.length, innerStart: end, innerEnd: text.length, unclosed: 'tag' };
  }
  const content = text.slice(end, close.index);
  const skipped = innerEnd < end - 2 ? content.length - content.trimStart().length : 0;
  const kept = close[1] === '-' ? content.trimEnd().length : content.length;
  return {
    kind: 'raw',
    start,
    end: closing.lastIndex,
    innerStart: end + skipped,
    innerEnd: end + Math.max(kept, skipped),
    unclosed: null,
  };
}

function readTag(text: string, start: number, kind: Exclude<Tag['kind'], 'raw'>): Tag {
  const innerStart = start + (text[start + 2] === '-' ? 3 : 2);
  const close = kind === 'comment' ? text.indexOf('#}', start + 2) : findClose(text, innerStart, kind);
  if (close < 0) {
    const unclosed = close === noStringEnd ? 'string' : 'tag';
    return { kind, start, end: text.length, innerStart, innerEnd: text.length, unclosed };
  }
  const innerEnd = close > innerStart && text[close - 1] === '-' ? close - 1 : close;
  return { kind, start, end: close + 2, innerStart, innerEnd, unclosed: null };
}

const noStringEnd = -2;
/** What is looked for in a tag: its end, or the start of a string. V8 takes long to optimize a loop over the characters. */
const stops = { output: /\}\}|['"]/g, statement: /%\}|['"]/g };
const stringStops = { "'": /[\\']/g, '"': /[\\"]/g };

function findClose(text: string, from: number, kind: 'output' | 'statement'): number {
  const stop = stops[kind];
  for (stop.lastIndex = from; stop.test(text); ) {
    const at = stop.lastIndex - 1;
    if (text[at] === '}') return at - 1;
    const end = stringEnd(text, at);
    if (end < 0) return noStringEnd;
    stop.lastIndex = end;
  }
  return -1;
}

/** Gives the offset after the closing quote of the string that starts at `start`, or -1 if it is never closed. */
export function stringEnd(text: string, start: number): number {
  const quote = text[start] as keyof typeof stringStops;
  const stop = stringStops[quote];
  stop.lastIndex = start + 1;
  while (stop.test(text)) {
    if (text[stop.lastIndex - 1] === quote) return stop.lastIndex;
    stop.lastIndex += 1;
  }
  return -1;
}
