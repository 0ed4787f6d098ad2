import { type Alias, Composer, type Document, isAlias, visit } from 'yaml';
import { atOnce } from '../runtime/async/turns.ts';
import { unknownAlias } from './compose/check-nodes.ts';
import { createCures } from './compose/cure-syntax.ts';
import { boundOf, lookAtTokens } from './compose/look-at-tokens.ts';
import { openingOf } from './compose/unclosed.ts';
import { findMergeMark, mergeConflict } from './text/merge-marks.ts';
import { findStrangeBlanks, strangeBlank } from './text/strange-blanks.ts';

/** Bytes a settings file may have at most. */
export const maxSettingsBytes: number = 1024 * 1024;
const maxTokens = 100_000;
const twoDocuments = 'a second document starts here; keep one, and remove the line "---"';

/** Plain data of one YAML text (settings, not content). Throws an Error whose message starts with line and column. */
export function parsePlainYaml(text: string): unknown {
  if (Buffer.byteLength(text) > maxSettingsBytes) throw new Error('line 1, column 1: the file is over 1 MiB');
  const looked = atOnce(lookAtTokens(text, maxTokens));
  if ('tooMuch' in looked) throw mistakeAt(text, looked.tooMuch.offset, boundOf(looked.tooMuch).message);
  const composer = new Composer({ prettyErrors: false, logLevel: 'error' });
  const documents = composer.compose(looked.tokens, true, text.length);
  const document = documents.next().value as Document.Parsed;
  const second = documents.next().value as Document.Parsed | undefined;
  const [error] = document.errors;
  const conflict = error === undefined && second === undefined ? null : findMergeMark(text);
  if (conflict !== null) throw mistakeAt(text, conflict, mergeConflict.message);
  if (error !== undefined) {
    const [blank] = findStrangeBlanks(text);
    if (blank !== undefined) {
      const { message, hint } = strangeBlank(text, blank);
      throw mistakeAt(text, blank, `${message}. ${hint}`, error);
    }
    const [message = ''] = error.message.split('\n', 1);
    const opening = openingOf(message, error.pos[0], looked.tokens);
    const offset = opening ?? error.pos[0];
    throw mistakeAt(text, offset, `${message}. ${createCures(text)(error.code, message, offset)}`, error);
  }
  if (second !== undefined) throw mistakeAt(text, second.range[0], twoDocuments);
  const alias = aliasOfNothing(document);
  if (alias !== null) {
    const { message, hint } = unknownAlias(alias.source);
    throw mistakeAt(text, alias.range?.[0] ?? 0, `${message}. ${hint}`);
  }
  return document.toJS({ maxAliasCount: 100 });
}

/** The first alias of what has no name before it, like the glob in `[**\/*.ts]`. */
function aliasOfNothing(document: Document.Parsed): Alias.Parsed | null {
  const anchors = new Set<string>();
  let found: Alias.Parsed | null = null;
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        if (anchors.has(node.source)) return undefined;
        found = node as Alias.Parsed;
        return visit.BREAK;
      }
      if (node.anchor !== undefined) anchors.add(node.anchor);
      return undefined;
    },
  });
  return found;
}

function mistakeAt(text: string, offset: number, message: string, cause?: Error): Error {
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return new Error(`${place}: ${message}`, { cause });
}
