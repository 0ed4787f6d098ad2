import type { PatternCheck, RequireCheck } from '../../../guidance/rules/record/check.ts';
import { createMatching } from '../../checks/matching-files.ts';
import type { ChangedFile } from '../change/changed-file.ts';
import { linesOf } from '../change/read-change.ts';
import type { ReviewFinding } from '../review-data.ts';
import type { JudgeWorld } from './judge-world.ts';
import { createPatternWorker, type PatternWorker } from './pattern-worker.ts';
import { type CheckVerdict, isNoText, verdictOf } from './verdict.ts';

type TextCheck = PatternCheck | RequireCheck;

/** What was found out about one check while files are looked at. */
interface Draft {
  readonly check: TextCheck;
  readonly findings: ReviewFinding[];
  reason: string | null;
}

/** The checks for a file: `moved` are those whose paths did not match its old name, so that all its lines are new to them. */
interface FileDrafts {
  readonly stayed: Draft[];
  readonly moved: Draft[];
}

/** Bytes of a file that are looked at. */
const mostBytes = 1024 * 1024;
/** Characters of a line that are shown. */
const longest = 300;

/** Judges checks by regular expressions: what must not be in added lines, and what must be in each changed file. */
export async function judgePatterns(
  checks: readonly TextCheck[],
  world: Pick<JudgeWorld, 'files' | 'textAfter'>,
): Promise<ReadonlyMap<TextCheck, CheckVerdict>> {
  const drafts = checks.map((check): Draft => ({ check, findings: [], reason: null }));
  const byFile = draftsByFile(drafts, world.files);
  const worker = createPatternWorker();
  try {
    for (const [file, { stayed, moved }] of byFile) {
      await judgeLines(file, ofKind(stayed, 'pattern'), file.added, worker);
      const whole = [...ofKind(moved, 'pattern'), ...ofKind([...stayed, ...moved], 'require')];
      const text = whole.length === 0 ? '' : await world.textAfter(file);
      if (text === null) {
        for (const draft of whole) draft.reason ??= `the text of ${file.path} after the change is not known`;
        continue;
      }
      if (moved.length > 0) await judgeLines(file, ofKind(moved, 'pattern'), linesOf(text), worker);
      await judgeText(file, ofKind([...stayed, ...moved], 'require'), text, worker);
    }
  } finally {
    await worker.close();
  }
  return new Map(drafts.map(({ check, findings, reason }) => [check, verdictOf(findings, reason)]));
}

/** The checks that each file is one for, by their paths. What is no text may hide what a check is about: a byte 0 makes a script binary. */
function draftsByFile(
  drafts: readonly Draft[],
  files: readonly ChangedFile[],
): ReadonlyMap<ChangedFile, FileDrafts> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const matching = createMatching(
    files.flatMap(({ path, old }) => (old === undefined ? [path] : [path, old])),
  );
  const byFile = new Map<ChangedFile, FileDrafts>();
  for (const draft of drafts) {
    const matched = new Set(matching(draft.check.paths));
    for (const path of matched) {
      const file = byPath.get(path);
      if (file === undefined || file.status === 'deleted') continue;
      if (file.kind !== 'text') {
        draft.reason ??= isNoText(file);
        continue;
      }
      const known = byFile.get(file) ?? { stayed: [], moved: [] };
      byFile.set(file, known);
      known[file.old === undefined || matched.has(file.old) ? 'stayed' : 'moved'].push(draft);
    }
  }
  return byFile;
}

/** Those that may still run: what took too long once is not tried again. */
function ofKind(drafts: readonly Draft[], kind: 'pattern' | 'require'): readonly Draft[] {
  return drafts.filter(({ check, reason }) => kind in check && reason !== tooSlow);
}

const tooSlow = 'its pattern takes more than 250 ms of processor time';
const tooLong = 'a file has more than 1 MiB of it';

async function judgeLines(
  { path }: ChangedFile,
  drafts: readonly Draft[],
  added: ChangedFile['added'],
  worker: PatternWorker,
): Promise<void> {
  if (drafts.length === 0 || added.length === 0) return;
  let bytes = 0;
  const lines = added.filter(({ text }) => {
    bytes += Buffer.byteLength(text) + 1;
    return bytes <= mostBytes;
  });
  const found = await worker.find(
    drafts.map(sourceOf),
    lines.map(({ text }) => text),
  );
  for (const [index, draft] of drafts.entries()) {
    const places = found[index] ?? null;
    if (places === null) draft.reason = tooSlow;
    else if (lines.length < added.length) draft.reason ??= tooLong;
    for (const place of places ?? []) {
      const { line, text } = lines[place] as (typeof lines)[number];
      const { message } = draft.check;
      const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
      draft.findings.push({ file: path, line, text: shown, ...(message !== undefined && { message }) });
    }
  }
}

async function judgeText(
  { path }: ChangedFile,
  drafts: readonly Draft[],
  text: string,
  worker: PatternWorker,
): Promise<void> {
  if (drafts.length === 0) return;
  const isLong = Buffer.byteLength(text) > mostBytes;
  const found = isLong ? [] : await worker.find(drafts.map(sourceOf), [text]);
  for (const [index, draft] of drafts.entries()) {
    const places = found[index] ?? null;
    if (places === null) draft.reason ??= isLong ? tooLong : tooSlow;
    else if (places.length === 0) {
      const { message = `the file lacks what /${sourceOf(draft)}/ finds` } = draft.check;
      draft.findings.push({ file: path, message });
    }
  }
}

function sourceOf({ check }: Draft): string {
  return 'pattern' in check ? check.pattern : check.require;
}
