import type { PatternCheck, RequireCheck } from '../../../guidance/rules/record/check.ts';
import { createMatching } from '../../checks/matching-files.ts';
import type { ChangedFile } from '../change/changed-file.ts';
import type { ReviewFinding } from '../review-data.ts';
import type { JudgeWorld } from './judge-world.ts';
import { createPatternWorker, type PatternWorker } from './pattern-worker.ts';
import { type CheckVerdict, notRun, verdictOf } from './verdict.ts';

type TextCheck = PatternCheck | RequireCheck;

/** What was found out about one check while files are looked at. */
interface Draft {
  readonly check: TextCheck;
  readonly findings: ReviewFinding[];
  reason: string | null;
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
    for (const [file, own] of byFile) {
      await judgeLines(file, ofKind(own, 'pattern'), worker);
      await judgeText(file, ofKind(own, 'require'), world, worker);
    }
  } finally {
    await worker.close();
  }
  return new Map(
    drafts.map(({ check, findings, reason }) => [
      check,
      findings.length === 0 && reason !== null ? notRun(reason) : verdictOf(findings),
    ]),
  );
}

/** The checks that each file is one for, by their paths. A byte 0 makes text binary for git, so that a binary file may hide what a check is about. */
function draftsByFile(
  drafts: readonly Draft[],
  files: readonly ChangedFile[],
): ReadonlyMap<ChangedFile, readonly Draft[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const matching = createMatching([...byPath.keys()]);
  const byFile = new Map<ChangedFile, Draft[]>();
  for (const draft of drafts) {
    for (const path of matching(draft.check.paths)) {
      const file = byPath.get(path);
      if (file === undefined || file.status === 'deleted') continue;
      if (file.kind === 'binary') draft.reason ??= `${path} is binary`;
      if (file.kind !== 'text') continue;
      const known = byFile.get(file);
      if (known === undefined) byFile.set(file, [draft]);
      else known.push(draft);
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
  { path, added }: ChangedFile,
  drafts: readonly Draft[],
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
  file: ChangedFile,
  drafts: readonly Draft[],
  { textAfter }: Pick<JudgeWorld, 'textAfter'>,
  worker: PatternWorker,
): Promise<void> {
  if (drafts.length === 0) return;
  const text = await textAfter(file);
  const why = text === null ? `the text of ${file.path} after the change is not known` : null;
  const isLong = text !== null && Buffer.byteLength(text) > mostBytes;
  const found = text === null || isLong ? [] : await worker.find(drafts.map(sourceOf), [text]);
  for (const [index, draft] of drafts.entries()) {
    const places = found[index] ?? null;
    if (places === null) draft.reason ??= why ?? (isLong ? tooLong : tooSlow);
    else if (places.length === 0) {
      const { message = `the file lacks what /${sourceOf(draft)}/ finds` } = draft.check;
      draft.findings.push({ file: file.path, message });
    }
  }
}

function sourceOf({ check }: Draft): string {
  return 'pattern' in check ? check.pattern : check.require;
}
