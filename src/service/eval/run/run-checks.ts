import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import {
  type CommandCheck,
  kindOfCheck,
  type ToolName,
  toolOf,
} from '../../../guidance/rules/record/check.ts';
import { splitCommand } from '../../../model/text/split-command.ts';
import { linters } from '../../linters/linters.ts';
import { createProject, type Project } from '../../linters/project.ts';
import { whySilent } from '../../linters/why-silent.ts';
import { filesOfCheck, keyOfCheck } from '../judge/judge-rule.ts';
import type { ChangedFile } from '../judge/read-diff.ts';
import type { CheckEvidence, CommandEvidence, PlannedEval, PlannedRule } from '../plan.ts';
import { type Ended, runBounded } from './run-bounded.ts';

/** Where commands run, and what ends them. */
export interface CommandWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
  /** The checkout that the guidance is of: its packages have the tools that the copy lacks. */
  readonly checkout: string;
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
    const ended = await runIn(world, splitCommand(one.command) ?? [], one.timeout);
    const output = `${ended.stdout}${ended.stderr}`.slice(-keptBytes);
    found[one.command] = { code: ended.isMissing ? null : ended.code, output };
  }
  return found;
}

function runIn(
  { cwd, env, stop }: CommandWorld,
  words: readonly string[],
  seconds = usualSeconds,
  input = '',
): Promise<Ended> {
  return runBounded(words, { cwd, env }, { milliseconds: seconds * 1000, kept: keptBytes, stop, input });
}

/**
 * Runs what the checks of some rules name: linters and commands, over the changed files. What a pattern decides needs no run. `filesOfCopy`
 * gives all files of the copy, among which linters look for their configuration.
 */
export async function runRuleChecks(
  rules: readonly PlannedRule[],
  changed: readonly ChangedFile[],
  world: CommandWorld,
  filesOfCopy: () => Promise<readonly string[]>,
): Promise<Record<string, CheckEvidence>> {
  const found: Record<string, CheckEvidence> = {};
  const due = rules.flatMap(({ checks, isLocal }) => checks.map((check) => ({ check, isLocal })));
  const isRun = due.some(({ check }) => toolOf(check) !== null || 'command' in check);
  const files = isRun ? await filesOfCopy() : [];
  const { cwd: root, env, checkout: tools } = world;
  const project = createProject({ root, files, mayRun: true, env, tools });
  for (const { check, isLocal } of due) {
    const own = filesOfCheck(check, changed).map(({ path }) => path);
    const linked = toolOf(check);
    if (linked !== null) found[keyOfCheck(check)] = await lintFiles(linked, project, own);
    else if (kindOfCheck(check) === 'command' && 'command' in check)
      found[keyOfCheck(check)] = isLocal
        ? await runCheck(check, own, project, world)
        : broken('the command came from a master, and such commands never run');
  }
  return found;
}

const kept: CheckEvidence = { violations: [] };

function broken(why: string): CheckEvidence {
  return { violations: [], broken: why };
}

async function lintFiles(
  { tool, rule }: { readonly tool: ToolName; readonly rule: string },
  project: Project,
  changed: readonly string[],
): Promise<CheckEvidence> {
  const linter = linters[tool];
  const files = changed.filter((file) => linter.lints.test(file));
  if (files.length === 0) return kept;
  const { findViolations } = await import('../../linters/find-violations.ts');
  const configuration = await linter.configuration(project, files);
  if ('unread' in configuration) return broken(configuration.unread);
  const findings = await findViolations(linter, project, files);
  if ('unread' in findings) return broken(findings.unread);
  const wanted = configuration.canonical(rule);
  const violations = findings.filter((finding) => finding.rule === wanted);
  const silent = violations.length === 0 ? whySilent(configuration, rule, files) : null;
  if (silent !== null) return broken(silent);
  return { violations: violations.map(({ file, line, message }) => ({ file, line, message })) };
}

/**
 * A command that is a check: `{files}` stands for one argument a file, and it may read them, one a line. A name is a program of the copy's
 * packages, of the checkout's, or along PATH.
 */
async function runCheck(
  { command, paths = [], timeout }: CommandCheck,
  files: readonly string[],
  project: Project,
  world: CommandWorld,
): Promise<CheckEvidence> {
  const written = splitCommand(command);
  if (written === null) return broken('a quote in its command does not end');
  if (files.length === 0 && (paths.length > 0 || written.includes('{files}'))) return kept;
  const absent = written.find((word) => isLeftBehind(word, world));
  if (absent !== undefined) return broken(`the copy has no ${absent}, which the checkout has`);
  const safe = files.map((file) => (file.startsWith('-') ? `./${file}` : file));
  const [name = '', ...rest] = written.flatMap((word) => (word === '{files}' ? safe : [word]));
  const program = /[\\/]/.test(name) ? { path: name, first: [] } : await project.program(name);
  if (program === null) return broken(`there is no program ${name} here`);
  const words = [program.path, ...program.first, ...rest];
  const ended = await runIn(world, words, timeout, files.map((file) => `${file}\n`).join(''));
  if (ended.isMissing) return broken(`${name} cannot be started`);
  if (ended.code === 0) return kept;
  if (ended.code === null) return broken(`${command} took too long`);
  if (ended.code !== 1) return broken(`${command} ended with ${ended.code}`);
  const said = `${ended.stdout}${ended.stderr}`.trim().split('\n')[0] ?? '';
  return {
    violations: [{ file: files[0] ?? '', line: 0, message: said.slice(0, 300) || `${command} ended with 1` }],
  };
}

/** Whether a word names a file of the checkout that is not in the copy: without it, a command fails whatever the agent did. */
function isLeftBehind(word: string, { cwd, checkout }: CommandWorld): boolean {
  if (isAbsolute(word) || !/[\\/.]/.test(word) || /^\.{0,2}$/.test(word)) return false;
  return existsSync(join(checkout, word)) && !existsSync(join(cwd, word));
}
