import { isAbsolute, resolve } from 'node:path';
import type { CommandCheck } from '../../../guidance/rules/record/check.ts';
import { splitCommand } from '../../../model/text/split-command.ts';
import { endOfChild } from '../../../runtime/run-child.ts';
import { startChild } from '../../../runtime/start-child.ts';
import { createMatching } from '../../checks/matching-files.ts';
import type { ReviewFinding } from '../review-data.ts';
import type { JudgeWorld } from './judge-world.ts';
import { type CheckVerdict, editedByChange, kept, notRun, verdictOf } from './verdict.ts';

const maxOutput = 4 * 1024 * 1024;
const defaultSeconds = 60;
const longest = 300;

/** Judges by a command of the checkout's own rules: exit 0 is kept, 1 is violated, all else is broken. No shell reads it. */
export async function judgeCommand(check: CommandCheck, world: JudgeWorld): Promise<CheckVerdict> {
  const paths = check.paths ?? [];
  const own = new Set(createMatching(world.files.map(({ path }) => path))(paths));
  // Without a file, a rule may be violated too: one that two files stay the same, for instance.
  const touched = paths.length === 0 ? world.files : world.files.filter(({ path }) => own.has(path));
  const files = touched.filter(({ status }) => status !== 'deleted');
  const words = splitCommand(check.command);
  if (words === null) return notRun('a quote in its command does not end');
  const asksForFiles = words.includes('{files}');
  if ((touched.length === 0 && paths.length > 0) || (files.length === 0 && asksForFiles)) return kept;
  if (!world.project.mayRun)
    return notRun('commands may not run here: look at them, then run "precept trust"');
  if (world.isEdited(check)) return notRun(editedByChange);
  for (const file of files)
    if (!(await world.isInWorkTree(file)))
      return notRun(`the work tree has another ${file.path} than the change`);
  const names = files.map(({ path }) => path);
  return run(check, words, names, { ...world, place: names[0] ?? touched[0]?.path ?? '' });
}

/** `place` is the file at which a finding without one is told. */
async function run(
  { command, timeout = defaultSeconds }: CommandCheck,
  words: readonly string[],
  files: readonly string[],
  { project, env, tell, place }: JudgeWorld & { readonly place: string },
): Promise<CheckVerdict> {
  const [name = '', ...rest] = words.flatMap((word) => (word === '{files}' ? files.map(asArgument) : [word]));
  const program = isPath(name)
    ? { path: isAbsolute(name) ? name : resolve(project.root, name), first: [] }
    : await project.program(name);
  if (program === null) return notRun(`there is no program ${name} here`);
  tell(command);
  const child = startChild(program.path, [...program.first, ...rest], {
    cwd: project.root,
    env: { ...env, NO_COLOR: '1' },
  });
  const limits = { milliseconds: timeout * 1000, maxOutput };
  const ended = await endOfChild(child, limits, files.map((file) => `${file}\n`).join(''));
  if (ended === null) return notRun(`${name} cannot be started`);
  if (ended.code === null) return notRun(`it takes more than ${timeout} seconds, or prints too much`);
  if (ended.code === 0) return kept;
  const printed = `${ended.stdout}\n${ended.stderr}`;
  if (ended.code !== 1) return notRun(`it ended with ${ended.code}${firstLine(printed)}`);
  const found = findingsIn(printed, files);
  const message = firstLine(printed).replace(/^: /, '') || `${command} ended with 1`;
  return verdictOf(found.length > 0 ? found : [{ file: place, message }]);
}

function isPath(name: string): boolean {
  return /[\\/]/.test(name);
}

/** What begins with a hyphen would be taken for a flag. */
function asArgument(file: string): string {
  return file.startsWith('-') ? `./${file}` : file;
}

function firstLine(printed: string): string {
  const line = printed
    .split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '');
  return line === undefined ? '' : `: ${line.slice(0, longest)}`;
}

/** The lines that name a place as most tools do: `src/a.ts:12:3: message`. */
function findingsIn(printed: string, files: readonly string[]): readonly ReviewFinding[] {
  const known = new Set(files);
  return printed.split('\n').flatMap((line) => {
    const [, file = '', at = '', message = ''] =
      /^(?:\.\/)?(.+?):(\d+)(?::\d+)?:?\s*(.*)$/.exec(line.trim()) ?? [];
    if (!known.has(file)) return [];
    return [{ file, line: Number(at), ...(message !== '' && { message: message.slice(0, longest) }) }];
  });
}
