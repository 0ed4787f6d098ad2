import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import { cacheFolder } from '../../runtime/files/cache-folder.ts';
import { isInside } from '../../runtime/files/files.ts';
import type { Area } from '../../runtime/files/own-place.ts';
import { makeFolders, makeWorkFolder, removeTree } from '../../runtime/files/work-folder.ts';
import type { LinkedRule } from '../checks/checks-data.ts';
import { type MadeArm, makeArms } from './arms/make-arms.ts';
import { parseArms } from './arms/parse-arms.ts';
import { serveArms } from './arms/serve-arms.ts';
import type { PlannedEval, RunKey, RunResult } from './plan.ts';
import { digestOfFolder, takeBase, takeSkillFile } from './prepare/bases.ts';
import { asFault, type ChosenEval, chosenEvals } from './prepare/chosen-evals.ts';
import { continueRun, makePlan } from './prepare/make-plan.ts';
import { namedRules, whatRuns } from './prepare/named-rules.ts';
import { evalsFolder, findRun, secondsOfRun } from './records/find-run.ts';
import { createRunStore, type RunStore } from './records/run-store.ts';
import { type EvalData, judgeAll } from './report/report-data.ts';
import { whyNoAgent } from './run/agent-command.ts';
import { claimRun, workPrefix } from './run/claim-run.ts';
import { CopyError } from './run/copy-git.ts';
import { dueRuns, runAll } from './run/run-all.ts';
import { NoAgent } from './run/run-once.ts';
import type { WatchedFolder } from './run/watch-outside.ts';

/** What is to be evaluated, and how. */
export interface EvalRequest {
  readonly scope: string;
  readonly names: readonly string[];
  /** A command line, or the name of a known agent. */
  readonly agent: string;
  /** As they are written; what is kept decides, else `none,scope`, where they are left out. */
  readonly arms: string | undefined;
  readonly repeat: number | undefined;
  /** How many runs there may be at most, those of an experiment that goes on among them. */
  readonly budget: number | null;
  readonly jobs: number;
  /** Seconds. */
  readonly timeout: number;
  readonly resume: boolean;
  /** Variables that are passed on to the agent. */
  readonly named: readonly string[];
}

/** The guidance that is evaluated. */
export interface EvalSubject {
  readonly config: Config;
  /** The scope, and those that it inherits from. */
  readonly lineage: readonly string[];
  /** The rules that it serves. */
  readonly rules: readonly LinkedRule[];
  /** Whether commands of the checkout may run. */
  readonly mayRunCommands: () => Promise<boolean>;
}

/** What is around the program. */
export interface EvalWorld {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How this program is started. */
  readonly program: readonly string[];
  readonly stop: AbortSignal;
}

/** What whoever waits is told. */
export interface EvalProgress {
  /** Before the first run. `beyond`: what the budget has no room for. */
  planned(runs: { readonly due: number; readonly beyond: number; readonly minutes: number }): void;
  ended(key: RunKey, result: RunResult, passed: boolean | null, why: string): void;
}

/** Seconds of a run, where none is kept that tells. */
const usualSeconds = 120;

/** Runs an experiment, or what an earlier one lacks, and gives its report. Faults say why it cannot be run. */
export async function runEvals(
  subject: EvalSubject,
  request: EvalRequest,
  world: EvalWorld,
  progress: EvalProgress,
): Promise<EvalData> {
  const why = whyNoAgent(request.agent);
  if (why !== null)
    throw new Fault(
      'invalid-parameter',
      `The command line of the agent, ${JSON.stringify(request.agent)}, ${why}.`,
    );
  const work = await makeWorkFolder(workPrefix);
  try {
    const { config } = subject;
    const prepared = await prepare(work, subject, request, world);
    const { plan } = prepared.store;
    const release = await claimRun(evalsFolder(config), plan.run, work, areaOf(config));
    try {
      await runDue(prepared, work, config, request, world, progress);
    } finally {
      await release();
    }
    return await judgeAll(prepared.store);
  } catch (error) {
    if (error instanceof NoAgent || error instanceof CopyError)
      throw new Fault('not-found', `${error.message}.`);
    throw asFault(error);
  } finally {
    await removeTree(work);
  }
}

/** An experiment that is ready to run. */
interface Prepared {
  readonly store: RunStore;
  readonly arms: readonly MadeArm[];
  readonly evals: readonly PlannedEval[];
}

async function prepare(
  work: string,
  { config, lineage, rules: all, mayRunCommands }: EvalSubject,
  { scope, names, agent, arms: given, repeat, timeout, resume }: EvalRequest,
  world: EvalWorld,
): Promise<Prepared> {
  const before = resume ? await findRun(config, scope) : null;
  if (resume && before === null)
    throw new Fault('not-found', `No evaluation of ${scope} is kept that could be resumed.`);
  const words = given ?? before?.plan.arms.map(({ name }) => name).join() ?? 'none,scope';
  const wanted = parseArms(words);
  if (typeof wanted === 'string') throw new Fault('invalid-parameter', `--arms ${words}: ${wanted}.`);
  const chosen = await chosenEvals(config, scope, names, world.cwd);
  const rules = namedRules(scope, chosen, all);
  const runs = whatRuns(chosen, rules);
  if (runs !== null && !(await mayRunCommands()))
    throw new Fault(
      'invalid-parameter',
      `These evaluations run commands of this checkout, like ${JSON.stringify(runs)}, and it is not trusted. Look at what they run, then run "precept trust".`,
    );
  const arms = await makeArms(wanted, chosen, { config, scope, lineage, ...world });
  const evals = await takeBases(config, scope, chosen, work, world);
  const parts = { config, env: world.env, scope, agent, repeat, timeout, evals, rules, arms };
  const plan = await makePlan(parts, before?.plan ?? null);
  const store =
    before === null
      ? await createRunStore(evalsFolder(config), plan, areaOf(config))
      : await continueRun(before, plan);
  return { store, arms, evals };
}

async function runDue(
  { store, arms, evals }: Prepared,
  work: string,
  config: Config,
  { budget, jobs, named }: EvalRequest,
  world: EvalWorld,
  progress: EvalProgress,
): Promise<void> {
  const { due, beyond } = await dueRuns(store, budget);
  const seconds = (await secondsOfRun(config, store.plan.agent)) ?? usualSeconds;
  progress.planned({ due: due.length, beyond, minutes: Math.ceil((due.length * seconds) / 60 / jobs) });
  const runWorld = {
    plan: store.plan,
    env: world.env,
    named,
    checkout: config.checkout,
    work,
    baseOf: (name: string) => {
      const index = evals.findIndex((one) => one.name === name);
      return evals[index]?.base === null ? null : baseFolder(work, index);
    },
    serverOf: await serveArms(config, store, arms, work, world),
    watched: watchedFolders(config, work, world),
    stop: world.stop,
  };
  await runAll(store, due, runWorld, jobs, {
    ended(key, result, passed, expectations) {
      const why = expectations.map((one) => `${one.expectation}: ${one.why ?? 'no'}`).join('; ');
      progress.ended(key, result, passed, why);
    },
  });
}

function areaOf({ checkout }: Pick<Config, 'checkout'>): Area {
  return { within: checkout };
}

/** Judges the latest experiment of a scope, or one by its name, again from what was kept of it. */
export async function rejudgeEvals(
  config: Pick<Config, 'checkout'>,
  scope: string,
  run: string | undefined,
): Promise<EvalData> {
  const store = await findRun(config, scope, run);
  const name = run === undefined ? '' : ` ${run}`;
  if (store === null) throw new Fault('not-found', `No evaluation${name} of ${scope} is kept.`);
  return judgeAll(store);
}

function baseFolder(work: string, index: number): string {
  return join(work, 'bases', String(index));
}

/** Takes what evaluations begin with, once: what a run does to its source reaches no other. */
async function takeBases(
  { rulesPath, checkout }: Config,
  scope: string,
  evals: readonly ChosenEval[],
  work: string,
  { env, stop }: EvalWorld,
): Promise<readonly PlannedEval[]> {
  const folder = join(rulesPath ?? checkout, scope);
  const places = { folder, within: [checkout, ...(rulesPath === null ? [] : [rulesPath])], env, stop };
  const planned: PlannedEval[] = [];
  await makeFolders(join(work, 'bases'));
  for (const [index, { repo, files, ...one }] of evals.entries()) {
    const to = baseFolder(work, index);
    if (repo !== null) await takeBase(repo, to, places);
    for (const file of files) await takeSkillFile(file, to, places);
    const isEmpty = repo === null && files.length === 0;
    planned.push({ ...one, base: isEmpty ? null : await digestOfFolder(to) });
  }
  return planned;
}

/** What no run may change: the checkout, the rules, what other runs begin with, and what is new in the home folder. */
function watchedFolders(
  { rulesPath, checkout }: Config,
  work: string,
  { env, home }: EvalWorld,
): WatchedFolder[] {
  const deep = 16;
  const ignores = (path: string) =>
    isInside(path, join(checkout, '.precept', 'evals')) || isInside(path, work);
  // Precept itself may be the first to keep something in the home folder.
  const cache = cacheFolder(env, home);
  const isOfCache = (path: string) => cache !== null && isInside(cache, path);
  const isApart = rulesPath !== null && !isInside(rulesPath, checkout);
  return [
    { path: checkout, depth: checkout === home ? 1 : deep, ignores },
    ...(isApart ? [{ path: rulesPath, depth: deep, ignores }] : []),
    { path: join(work, 'bases'), depth: deep },
    { path: join(work, 'arms'), depth: deep, ignores: (path: string) => path.endsWith('.jsonl') },
    { path: home, depth: 1, ignores: (path) => ignores(path) || isOfCache(path), namesAlone: true },
  ];
}
