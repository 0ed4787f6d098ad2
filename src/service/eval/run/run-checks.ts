import { kindOfCheck, toolOf } from '../../../guidance/rules/record/check.ts';
import { linters } from '../../linters/linters.ts';
import { createProject } from '../../linters/project.ts';
import { filesOfCheck, keyOfCheck } from '../judge/judge-rule.ts';
import type { ChangedFile } from '../judge/read-diff.ts';
import type { CheckEvidence, CommandEvidence, PlannedEval, PlannedRule } from '../plan.ts';
import { type Ended, runBounded } from './run-bounded.ts';
import { splitCommand } from './split-command.ts';

/** Where commands run, and what ends them. */
export interface CommandWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
}

const usualSeconds = 60;
const keptBytes = 16 * 1024;

/** Runs the commands that an evaluation expects to end with 0, in the copy, one after the other. */
export async function runCommands(
  { expect }: PlannedEval,
  world: CommandWorld,
): Promise<Record<string, CommandEvidence>> {
  const found: Record<string, CommandEvidence> = {};
  for (const one of expect) {
    if ('text' in one || one.command === undefined) continue;
    const ended = await runIn(world, splitCommand(one.command), one.timeout);
    const output = `${ended.stdout}${ended.stderr}`.slice(-keptBytes);
    found[one.command] = { code: ended.isMissing ? null : ended.code, output };
  }
  return found;
}

function runIn(world: CommandWorld, words: readonly string[], seconds = usualSeconds): Promise<Ended> {
  const bounds = { milliseconds: seconds * 1000, kept: keptBytes, stop: world.stop };
  return runBounded(words, { cwd: world.cwd, env: world.env }, bounds);
}

/** Runs what the checks of some rules name: linters and commands, over the changed files. What a pattern decides needs no run. */
export async function runRuleChecks(
  rules: readonly PlannedRule[],
  changed: readonly ChangedFile[],
  world: CommandWorld,
): Promise<Record<string, CheckEvidence>> {
  const found: Record<string, CheckEvidence> = {};
  const project = createProject({
    root: world.cwd,
    files: changed.map(({ path }) => path),
    mayRun: true,
    env: world.env,
  });
  for (const { checks, isLocal } of rules)
    for (const check of checks) {
      const key = keyOfCheck(check);
      const files = filesOfCheck(check, changed).map(({ path }) => path);
      const linked = toolOf(check);
      if (linked !== null) {
        const linter = linters[linked.tool];
        found[key] = await lintFiles(
          linter,
          linked.rule,
          project,
          files.filter((file) => linter.lints.test(file)),
        );
      } else if (kindOfCheck(check) === 'command' && 'command' in check)
        found[key] = isLocal
          ? await runCheck(check, files, world)
          : { violations: [], broken: 'the command came from a master, and such commands never run' };
    }
  return found;
}

async function lintFiles(
  linter: (typeof linters)[keyof typeof linters],
  rule: string,
  project: ReturnType<typeof createProject>,
  files: readonly string[],
): Promise<CheckEvidence> {
  if (files.length === 0) return { violations: [] };
  const { findViolations } = await import('../../linters/find-violations.ts');
  const [configuration, findings] = await Promise.all([
    linter.configuration(project, files),
    findViolations(linter, project, files),
  ]);
  if ('unread' in findings) return { violations: [], broken: findings.unread };
  const wanted = 'unread' in configuration ? rule : configuration.canonical(rule);
  const violations = findings.filter((finding) => finding.rule === wanted);
  return { violations: violations.map(({ file, line, message }) => ({ file, line, message })) };
}

/** A command that is a check: `{files}` stands for one argument a file, and without it none is given. */
async function runCheck(
  { command, timeout }: { readonly command: string; readonly timeout?: number },
  files: readonly string[],
  world: CommandWorld,
): Promise<CheckEvidence> {
  if (files.length === 0) return { violations: [] };
  const safe = files.map((file) => (file.startsWith('-') ? `./${file}` : file));
  const words = splitCommand(command).flatMap((word) => (word === '{files}' ? safe : [word]));
  const ended = await runIn(world, words, timeout);
  if (ended.isMissing) return { violations: [], broken: `${words[0]} cannot be started` };
  if (ended.code === 0) return { violations: [] };
  if (ended.code !== 1)
    return {
      violations: [],
      broken: `${command} ${ended.code === null ? 'took too long' : `ended with ${ended.code}`}`,
    };
  const said = `${ended.stdout}${ended.stderr}`.trim().split('\n')[0] ?? '';
  return {
    violations: [{ file: files[0] ?? '', line: 0, message: said.slice(0, 300) || `${command} ended with 1` }],
  };
}
