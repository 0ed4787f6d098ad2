import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { evalsFile, type GuidanceEval, readEvals } from '../../../guidance/evals/read-evals.ts';
import { folderSource } from '../../../guidance/read/content-source.ts';
import { Fault } from '../../../model/fault.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import { toReportPath } from '../../../runtime/files/report-path.ts';
import type { PlannedEval } from '../plan.ts';
import { NoBase, ownPath } from './bases.ts';
import { readSkillEvals } from './skill-evals.ts';

/** An evaluation that is to be run, and what its copies begin with. */
export interface ChosenEval extends Omit<PlannedEval, 'base'> {
  readonly repo: string | null;
  /** Files of a skill, relative to the scope's folder. */
  readonly files: readonly string[];
}

const mostPatchBytes = 8 * 1024 * 1024;
const skillEvals = join('evals', 'evals.json');

/** What a reviewer of a patch is asked. */
const reviewTask = `Review the change in change.patch. Report what is wrong with it by the rules that you can look up here. Write one line for each finding: FILE:LINE: what is wrong, and the id of the rule where a rule says so. Do not change any file.`;

/**
 * The evaluations of a scope's evals.yml and evals/evals.json, those of some names alone where names are given. Fault `not-found` where
 * there are none, `invalid-content` for mistakes in them, `invalid-parameter` for a name that none has.
 */
export async function chosenEvals(
  { rulesPath, checkout }: Pick<Config, 'rulesPath' | 'checkout'>,
  scope: string,
  names: readonly string[],
  cwd: string,
): Promise<readonly ChosenEval[]> {
  if (rulesPath === null)
    throw new Fault('not-found', 'There is nothing to evaluate: no rules folder is here.');
  const folder = join(rulesPath, scope);
  const within = [checkout, rulesPath];
  const written = await readEvals(folderSource(rulesPath), scope);
  const broken = written?.problems.find(({ severity }) => severity === 'error');
  if (broken !== undefined)
    throw new Fault(
      'invalid-content',
      `${toReportPath(join(rulesPath, broken.file), cwd)}:${broken.line}:${broken.column}: ${broken.message}. ${broken.hint}`,
    );
  const file = toReportPath(join(folder, evalsFile), cwd);
  const own = await Promise.all((written?.evals ?? []).map((one) => toChosen(one, file, { folder, within })));
  const all = [...own, ...(await ofSkill(folder, cwd))];
  if (all.length === 0)
    throw new Fault('not-found', `${scope} has no evaluations: write them into ${file}, below "evals:".`);
  const twice = all.find((one, index) => all.findIndex(({ name }) => name === one.name) < index);
  if (twice !== undefined)
    throw new Fault(
      'invalid-content',
      `${twice.file}:${twice.line}: ${scope} has two evaluations with the name ${JSON.stringify(twice.name)}. Give each a name of its own.`,
    );
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) {
    const near = nearest(
      unknown,
      all.map(({ name }) => name),
    ).join(', ');
    throw new Fault(
      'invalid-parameter',
      `${scope} has no evaluation "${unknown}". Its evaluations are: ${near}.`,
    );
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function toChosen(
  { name, at, task, repo, diff, flags, expect, min_pass }: GuidanceEval,
  file: string,
  places: { readonly folder: string; readonly within: readonly string[] },
): Promise<ChosenEval> {
  const patch = diff === undefined ? undefined : await readPatch(diff, places);
  return {
    name,
    file,
    line: at.line,
    prompt: task ?? reviewTask,
    ...(patch !== undefined && { patch }),
    flags,
    expect,
    ...(min_pass !== undefined && { min_pass }),
    repo: repo ?? null,
    files: [],
  };
}

async function readPatch(
  diff: string,
  places: { readonly folder: string; readonly within: readonly string[] },
): Promise<string> {
  try {
    const bytes = await readOptionalFile(await ownPath(diff, places), mostPatchBytes);
    if (bytes === null) throw new NoBase(`${diff} does not exist`);
    if (bytes.length > mostPatchBytes) throw new NoBase(`${diff} is over 8 MiB`);
    return bytes.toString('utf8');
  } catch (error) {
    throw asFault(error);
  }
}

async function ofSkill(folder: string, cwd: string): Promise<ChosenEval[]> {
  const path = join(folder, skillEvals);
  const bytes = await readOptionalFile(path);
  if (bytes === null) return [];
  try {
    const read = readSkillEvals(bytes.toString('utf8'), toReportPath(path, cwd));
    return read.map((one) => ({ ...one, repo: null }));
  } catch (error) {
    throw new Fault('invalid-content', `${error instanceof Error ? error.message : error}`);
  }
}

/** What an evaluation names and cannot be had, as a fault; anything else as it is. */
export function asFault(error: unknown): unknown {
  return error instanceof NoBase ? new Fault('invalid-content', `${error.message}.`) : error;
}
