import { stripVTControlCharacters } from 'node:util';
import { Fault } from '../../../model/fault.ts';
import type { AddedLine, ChangedFile, FileStatus, Hunk } from './changed-file.ts';
import { unquoted, withoutPrefixes } from './patch-name.ts';

/** What one file's part of a patch says, as it is read. */
interface Draft {
  before: string | null;
  after: string | null;
  status: FileStatus;
  kind: ChangedFile['kind'];
  added: AddedLine[];
  hunks: Hunk[];
  /** Whether anything but the names is said: git names a file that was only touched, too. */
  isChanged: boolean;
  /** Whether the lines `---` and `+++` were met. */
  hasNames: boolean;
}

const linkMode = '120000';
const submoduleMode = '160000';

/**
 * The files of a unified diff as git, diff and most tools write it, each path once. Prefixes `a/` and `b/` are taken off, and
 * the colours of a patch that begins with one. Fault: `invalid-parameter` for a text that has something to say and names no file.
 */
export function parsePatch(given: string): readonly ChangedFile[] {
  const text = given.startsWith('\u001b[') ? stripVTControlCharacters(given) : given;
  const lines = text.split('\n');
  const files: ChangedFile[] = [];
  let draft: Draft | null = null;
  const end = () => {
    const file = draft === null ? null : toFile(draft);
    if (file !== null) files.push(file);
    draft = null;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = withoutReturn(lines[at] as string);
    if (line.startsWith('diff --git ')) {
      end();
      draft = startGit(line.slice('diff --git '.length));
    } else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      const names = [line, withoutReturn(lines[at + 1] as string)].map((one) => nameOf(one.slice(4)));
      if (draft === null || draft.hasNames) {
        end();
        draft = newDraft();
      }
      takeNames(draft, names[0] ?? null, names[1] ?? null);
      at++;
    } else if (draft !== null && line.startsWith('@@ ')) at = readHunk(lines, at, draft);
    else if (draft !== null) readHeader(line, draft);
  }
  end();
  if (files.length === 0 && text.trim() !== '' && !/^diff --git /m.test(text)) throw noPatch();
  return merged(files);
}

function noPatch(): Fault {
  const message = 'The patch names no file: give what "git diff" prints.';
  return new Fault('invalid-parameter', message, { errors: [{ path: 'patch', message }] });
}

function newDraft(): Draft {
  const nothing = { before: null, after: null, added: [], hunks: [], isChanged: false, hasNames: false };
  return { ...nothing, status: 'modified', kind: 'text' };
}

/** `a/x b/y`, either of them quoted; where both are bare and have blanks, they are the same name. */
function startGit(names: string): Draft {
  const draft = newDraft();
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(names);
  const half = (names.length - 1) / 2;
  const [before, after] = quoted === null ? [names.slice(0, half), names.slice(half + 1)] : quoted.slice(1);
  [draft.before, draft.after] = withoutPrefixes(unquoted(before ?? ''), unquoted(after ?? ''));
  return draft;
}

/** Of a `---` or `+++` line; null for no file. What follows a tab is a time. */
function nameOf(given: string): string | null {
  const name = given.startsWith('"') ? unquoted(given) : (given.split('\t', 1)[0] as string);
  return name === '/dev/null' ? null : name;
}

function takeNames(draft: Draft, before: string | null, after: string | null): void {
  draft.hasNames = true;
  if (before === null) draft.status = 'added';
  if (after === null) draft.status = 'deleted';
  // Git has named them above, and says itself what is a rename.
  if (draft.after !== null) return;
  const [old, now] = withoutPrefixes(before ?? `a/${after?.slice(2)}`, after ?? `b/${before?.slice(2)}`);
  [draft.before, draft.after] = after === null ? [old, old] : [now, now];
}

function readHeader(line: string, draft: Draft): void {
  const [, word = '', rest = ''] =
    /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy to|index|Binary files|GIT binary patch)\b ?(.*)$/.exec(
      line,
    ) ?? [];
  if (word === '') return;
  draft.isChanged = true;
  if (word === 'new file mode' || word === 'copy to') draft.status = 'added';
  if (word === 'deleted file mode') draft.status = 'deleted';
  if (word === 'rename from') [draft.before, draft.status] = [unquoted(rest), 'renamed'];
  if (word === 'rename to') [draft.after, draft.status] = [unquoted(rest), 'renamed'];
  if (word.startsWith('Binary') || word.startsWith('GIT')) draft.kind = 'binary';
  const mode = word === 'index' ? rest.split(' ')[1] : word.endsWith('mode') ? rest : undefined;
  if (mode === linkMode) draft.kind = 'link';
  if (mode === submoduleMode) draft.kind = 'submodule';
}

/** Reads the lines below `@@ -a,b +c,d @@`, as many as it says. Gives the place of the last of them. */
function readHunk(lines: readonly string[], start: number, draft: Draft): number {
  const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[start] as string);
  if (head === null) return start;
  let [old, line, now] = [Number(head[2] ?? 1), Number(head[3]), Number(head[4] ?? 1)];
  const before: string[] = [];
  const after: string[] = [];
  draft.isChanged = true;
  draft.hunks.push({ start: Number(head[1]), startAfter: line, before, after });
  let at = start;
  while ((old > 0 || now > 0) && at + 1 < lines.length) {
    const given = lines[at + 1] as string;
    const text = withoutReturn(given.slice(1));
    // Some tools and mails strip the blank of an empty line.
    const sign = given === '' || given === '\r' ? ' ' : given[0];
    if (sign === '\\') {
      at++;
      continue;
    }
    if (sign !== '+' && sign !== '-' && sign !== ' ') break;
    if (sign !== '+') {
      before.push(text);
      old--;
    }
    if (sign !== '-') {
      after.push(text);
      if (sign === '+') draft.added.push({ line, text });
      if (text.includes('\0')) draft.kind = 'binary';
      [line, now] = [line + 1, now - 1];
    }
    at++;
  }
  return at;
}

function toFile({ before, after, status, kind, added, hunks, isChanged }: Draft): ChangedFile | null {
  const path = status === 'deleted' ? before : after;
  if (!isChanged || path === null || path === '') return null;
  const old = status === 'renamed' && before !== null && before !== path ? { old: before } : {};
  const lines = kind === 'text' ? { added, hunks } : { added: [] };
  return { path, ...old, status, kind, ...lines };
}

/** What changes its type is told as removed and added; and a series of patches may change a file many times. */
function merged(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const known = new Map<string, ChangedFile>();
  for (const file of files) {
    const earlier = known.get(file.path);
    known.delete(file.path);
    if (earlier === undefined) known.set(file.path, file);
    else {
      const { hunks: _, ...rest } = { ...earlier, ...file };
      known.set(file.path, { ...rest, status: statusOf(earlier, file) });
    }
  }
  return [...known.values()];
}

function statusOf(earlier: ChangedFile, { status }: ChangedFile): FileStatus {
  if (earlier.status === 'deleted' && status === 'added') return 'modified';
  return status === 'modified' ? earlier.status : status;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
