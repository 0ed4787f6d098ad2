import { LineCounter, parseDocument } from 'yaml';
import { atOnce } from '../runtime/turns.ts';
import { boundOf, lookAtTokens } from './look-at-tokens.ts';
import { findMergeMark, mergeConflict } from './merge-marks.ts';

/** Bytes a settings file may have at most. */
export const maxSettingsBytes: number = 1024 * 1024;
const maxTokens = 100_000;
const twoDocuments = 'a second document starts here; keep one, and remove the line "---"';

/** Plain data of one YAML text (settings, not content). Throws an Error whose message starts with line and column. */
export function parsePlainYaml(text: string): unknown {
  if (Buffer.byteLength(text) > maxSettingsBytes) throw new Error('line 1, column 1: the file is over 1 MiB');
  const looked = atOnce(lookAtTokens(text, maxTokens));
  if ('tooMuch' in looked) {
    const before = text.slice(0, looked.tooMuch.offset).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    throw new Error(`${place}: ${boundOf(looked.tooMuch).message}`);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  const conflict = error === undefined ? null : findMergeMark(text);
  if (conflict !== null)
    throw new Error(`line ${lineCounter.linePos(conflict).line}, column 1: ${mergeConflict.message}`);
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    const message = error.code === 'MULTIPLE_DOCS' ? twoDocuments : error.message.split('\n', 1)[0];
    throw new Error(`line ${line}, column ${col}: ${message}`, { cause: error });
  }
  return document.toJS({ maxAliasCount: 100 });
}
