import { pathsOfCheck, type ToolCheck, type ToolName, toolOf } from '../../../guidance/rules/record/check.ts';
import { createMatching } from '../../checks/matching-files.ts';
import { findViolations } from '../../linters/find-violations.ts';
import type { Configuration, Finding, Unread } from '../../linters/linter.ts';
import { linters } from '../../linters/linters.ts';
import { whySilent } from '../../linters/why-silent.ts';
import type { ChangedFile } from '../change/changed-file.ts';
import type { ReviewFinding } from '../review-data.ts';
import type { JudgeWorld } from './judge-world.ts';
import { type CheckVerdict, editedByChange, isNoText, kept, notRun, verdictOf } from './verdict.ts';

/** What a tool says of all changed files that its checks are about. */
interface Heard {
  readonly configuration: Configuration | Unread;
  readonly findings: readonly Finding[] | Unread;
}

/** What has the tools of a checkout run. */
const cure = '; look at the checkout, then run "precept trust"';
/** Characters of all paths that one run of a tool gets: a command line has an end. */
const mostCharacters = 24_000;

/** Judges checks that name a rule of one linter, by what it says against changed lines. It runs once over all files. */
export async function judgeTool(
  tool: ToolName,
  checks: readonly ToolCheck[],
  world: JudgeWorld,
): Promise<ReadonlyMap<ToolCheck, CheckVerdict>> {
  const linted = world.files.filter(
    ({ path, status }) => status !== 'deleted' && linters[tool].lints.test(path),
  );
  const matching = createMatching(linted.map(({ path }) => path));
  const pathsFor = (check: ToolCheck) =>
    pathsOfCheck(check).length === 0 ? linted.map(({ path }) => path) : matching(pathsOfCheck(check));
  const wanted = new Set(checks.flatMap(pathsFor));
  const files = linted.filter(({ path, kind }) => kind === 'text' && wanted.has(path));
  // A byte 0 makes a script binary; a tool would pass over it.
  const noTexts = linted.filter(({ kind }) => kind !== 'text');
  const others = await elsewhere(files, world);
  const here = files.filter((file) => !others.includes(file));
  if (here.length > 0) world.tell(`${tool}, ${here.length} ${here.length === 1 ? 'file' : 'files'}`);
  const heard =
    here.length === 0
      ? null
      : await hear(
          tool,
          here.map(({ path }) => path),
          world,
        );
  return new Map(
    checks.map((check) => {
      const own = pathsFor(check);
      const verdict = heard === null ? kept : judge(check, own, here, heard, world);
      const absent = others.find(({ path }) => own.includes(path));
      const noText = noTexts.find(({ path }) => own.includes(path));
      const unread =
        absent !== undefined
          ? `the work tree has another ${absent.path} than the change`
          : noText !== undefined
            ? isNoText(noText)
            : null;
      return [check, verdict.state === 'not-run' ? verdict : verdictOf(verdict.findings ?? [], unread)];
    }),
  );
}

/** The files that the work tree has not as they are after the change. */
async function elsewhere(files: readonly ChangedFile[], world: JudgeWorld): Promise<readonly ChangedFile[]> {
  const others: ChangedFile[] = [];
  for (const file of files) if (!(await world.isInWorkTree(file))) others.push(file);
  return others;
}

async function hear(tool: ToolName, paths: readonly string[], { project }: JudgeWorld): Promise<Heard> {
  const linter = linters[tool];
  const configuration = await linter.configuration(project, paths);
  if ('unread' in configuration) return { configuration, findings: [] };
  const findings: Finding[] = [];
  for (const portion of inPortions(paths)) {
    const found = await findViolations(linter, project, portion);
    if ('unread' in found) return { configuration, findings: found };
    findings.push(...found);
  }
  return { configuration, findings };
}

function inPortions(paths: readonly string[]): readonly (readonly string[])[] {
  const portions: string[][] = [[]];
  let room = mostCharacters;
  for (const path of paths) {
    if (path.length >= room) {
      portions.push([]);
      room = mostCharacters;
    }
    portions.at(-1)?.push(path);
    room -= path.length + 3;
  }
  return portions.filter(({ length }) => length > 0);
}

function judge(
  check: ToolCheck,
  paths: readonly string[],
  files: readonly ChangedFile[],
  { configuration, findings }: Heard,
  world: JudgeWorld,
): CheckVerdict {
  const linked = toolOf(check);
  if (linked === null) return kept;
  const own = files.filter(({ path }) => paths.includes(path));
  if (own.length === 0) return kept;
  const unheard = ({ unread }: Unread) => notRun(unread + (world.project.mayRun ? '' : cure));
  if ('unread' in configuration) return unheard(configuration);
  if ('unread' in findings) return unheard(findings);
  const rule = configuration.canonical(linked.rule);
  const found = onAddedLines(
    findings.filter((finding) => finding.rule === rule),
    own,
  );
  if (found.length > 0) return verdictOf(found);
  if (world.isEdited(check)) return notRun(editedByChange);
  const silent = whySilent(
    configuration,
    linked.rule,
    own.map(({ path }) => path),
  );
  return silent === null ? kept : notRun(silent);
}

function onAddedLines(findings: readonly Finding[], files: readonly ChangedFile[]): readonly ReviewFinding[] {
  const byPath = new Map(
    files.map(({ path, added }) => [path, new Map(added.map((one) => [one.line, one.text]))]),
  );
  return findings.flatMap(({ file, line, message }) => {
    const text = byPath.get(file)?.get(line);
    return text === undefined ? [] : [{ file, line, text, message }];
  });
}
