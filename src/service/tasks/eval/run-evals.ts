import { join } from 'node:path';
import { settingNames } from '../../../config/settings.ts';
import { commandOf, type McpServerEntry } from '../../../eval/agents.ts';
import { type ArmWords, parseArms } from '../../../eval/arms/parse-arms.ts';
import type { Plan, PlannedEval, PlannedRule, RunKey, RunResult } from '../../../eval/plan.ts';
import { createRunStore, listRuns, openRunStore, type RunStore } from '../../../eval/records/run-store.ts';
import { type EvalData, judgeAll } from '../../../eval/report/report-data.ts';
import { rulesNamedBy } from '../../../eval/report/report-rules.ts';
import { digestOfFolder, takeBase } from '../../../eval/run/bases.ts';
import { CopyError } from '../../../eval/run/copy-git.ts';
import { dueRuns, runAll } from '../../../eval/run/run-all.ts';
import { NoAgent } from '../../../eval/run/run-once.ts';
import { findCommit, findRepository } from '../../../git/repository.ts';
import { toolOf } from '../../../guidance/rules/record/check.ts';
import { Fault } from '../../../model/fault.ts';
import { isInside } from '../../../runtime/files/files.ts';
import { makeFolders, makeWorkFolder, removeTree } from '../../../runtime/files/work-folder.ts';
import type { Service } from '../../service.ts';
import { runByChecks } from '../run-by-checks.ts';
import { type CheckoutWorld, linkedRules } from '../scope-checks.ts';
import { asFault, type ChosenEval, chosenEvals } from './chosen-evals.ts';
import { type MadeArm, makeArms, writeArm } from './make-arms.ts';

/** What is to be evaluated, and how. */
export interface EvalRequest {
  readonly scope: string;
  readonly names: readonly string[];
  /** A command line, or the name of a known agent. */
  readonly agent: string;
  /** As they are written; what is kept decides, else `none,scope`, where they are left out. */
  readonly arms: string | undefined;
  readonly repeat: number | undefined;
  readonly budget: number | null;
  readonly jobs: number;
  /** Seconds. */
  readonly timeout: number;
  readonly resume: boolean;
  /** Variables that are passed on to the agent. */
  readonly named: readonly string[];
}

/** What is around the program. */
export interface EvalWorld extends CheckoutWorld {
  /** How this program is started. */
  readonly program: readonly string[];
  readonly stop: AbortSignal;
}

/** What whoever waits is told. */
export interface EvalProgress {
  /** Before the first run. */
  planned(runs: { readonly due: number; readonly beyond: number; readonly minutes: number }): void;
  ended(key: RunKey, result: RunResult, passed: boolean | null, why: string): void;
}

const prefix = 'precept-eval-';
const usualRepeat = 5;
/** Seconds of a run, where none is kept that tells. */
const usualSeconds = 120;

/** The folder below which experiments are kept. */
export function evalsFolder({ config: { checkout } }: Pick<Service, 'config'>): string {
  return join(checkout, '.precept', 'evals');
}

/** Runs an experiment, or what an earlier one lacks, and gives its report. Faults say why it cannot be run. */
export async function runEvals(
  service: Service,
  request: EvalRequest,
  world: EvalWorld,
  progress: EvalProgress,
): Promise<EvalData> {
  const { scope } = request;
  const work = await makeWorkFolder(prefix);
  try {
    const before = request.resume ? await latestRun(service, scope) : null;
    if (request.resume && before === null)
      throw new Fault('not-found', `No evaluation of ${scope} is kept that could be resumed.`);
    const evals = await chosenEvals(service, scope, request.names, world.cwd);
    const rules = await namedRules(service, scope, evals, world.cwd);
    const mayRunCommands = await allowed(service, evals, rules, world);
    const arms = await makeArms(
      armWords(request.arms ?? before?.plan.arms.map(({ name }) => name).join()),
      evals,
      {
        service,
        scope,
        ...world,
      },
    );
    const planned = await takeBases(service, scope, evals, work, world);
    const plan = await planOf(service, request, {
      evals: planned,
      rules,
      arms,
      world,
      before: before?.plan ?? null,
    });
    const area = { within: service.config.checkout };
    const store =
      before === null
        ? await createRunStore(evalsFolder(service), plan, area)
        : await continued(before, plan);
    const runWorld = {
      plan: store.plan,
      env: world.env,
      named: request.named,
      work,
      baseOf: (name: string) => {
        const index = planned.findIndex((one) => one.name === name);
        return planned[index]?.base === null ? null : join(work, 'bases', String(index));
      },
      serverOf: await serveArms(service, store, arms, work, world),
      mayRunCommands,
      watched: watchedFolders(service, work, world),
      stop: world.stop,
    };
    const { due, beyond } = await dueRuns(store, request.budget);
    const seconds = (await secondsOfRun(service, plan.agent)) ?? usualSeconds;
    progress.planned({
      due: due.length,
      beyond,
      minutes: Math.ceil((due.length * seconds) / 60 / request.jobs),
    });
    await runAll(store, due, runWorld, request.jobs, {
      ended: (key, result, passed, why) =>
        progress.ended(
          key,
          result,
          passed,
          why.map((one) => `${one.expectation}: ${one.why ?? 'no'}`).join('; '),
        ),
    });
    return await judgeAll(store);
  } catch (error) {
    if (error instanceof NoAgent || error instanceof CopyError)
      throw new Fault('not-found', `${error.message}.`);
    throw error;
  } finally {
    await removeTree(work);
  }
}

/** Judges the latest experiment of a scope, or one by its name, again from what was kept of it. */
export async function rejudgeEvals(
  service: Service,
  scope: string,
  run: string | undefined,
): Promise<EvalData> {
  const store = await latestRun(service, scope, run);
  if (store === null)
    throw new Fault(
      'not-found',
      run === undefined ? `No evaluation of ${scope} is kept.` : `No evaluation ${run} of ${scope} is kept.`,
    );
  return judgeAll(store);
}

async function latestRun(service: Service, scope: string, run?: string): Promise<RunStore | null> {
  const folder = evalsFolder(service);
  for (const name of await listRuns(folder)) {
    if (run !== undefined && name !== run) continue;
    const store = await openRunStore(folder, name, { within: service.config.checkout });
    if (store?.plan.scope_name === scope) return store;
  }
  return null;
}

function armWords(given = 'none,scope'): readonly ArmWords[] {
  const arms = parseArms(given);
  if (typeof arms === 'string') throw new Fault('invalid-parameter', `--arms ${given}: ${arms}.`);
  return arms;
}

/** The rules that evaluations name. Fault `invalid-content` for one that the scope does not serve. */
async function namedRules(
  service: Service,
  scope: string,
  evals: readonly ChosenEval[],
  cwd: string,
): Promise<readonly PlannedRule[]> {
  const all = await linkedRules(service, scope, cwd);
  const found = new Map<string, PlannedRule>();
  for (const one of evals)
    for (const wanted of rulesNamedBy(one)) {
      const rule = all.find(({ id }) => id === wanted);
      if (rule === undefined)
        throw new Fault(
          'invalid-content',
          `${one.file}:${one.line}: eval ${one.name} names the rule ${wanted}, which ${scope} does not have. "precept explain" shows the ids of rules.`,
        );
      const { id, category, text, checks, isLocal } = rule;
      if (
        checks.length === 0 &&
        one.expect.some((expected) => 'rule' in expected && expected.rule === wanted)
      )
        throw new Fault(
          'invalid-content',
          `${one.file}:${one.line}: eval ${one.name} has the rule ${wanted} decide, which has no check. Give the rule a check, or expect something else.`,
        );
      found.set(id, { id, category, text, checks, isLocal });
    }
  return [...found.values()];
}

/** Whether what evaluations and the checks of their rules run may run. Fault `invalid-parameter` where they need it and it may not. */
async function allowed(
  service: Service,
  evals: readonly ChosenEval[],
  rules: readonly PlannedRule[],
  world: EvalWorld,
): Promise<boolean> {
  const commands = evals.flatMap(({ expect }) =>
    expect.flatMap((one) => ('command' in one && one.command !== undefined ? [one.command] : [])),
  );
  const runs = rules.some(({ checks }) =>
    checks.some((check) => 'command' in check || toolOf(check) !== null),
  );
  if (commands.length === 0 && !runs) return true;
  const { mayRunChecks } = await import('../../../trust/bind/checks-consent.ts');
  if (mayRunChecks(service.config, world, await runByChecks(service))) return true;
  const [first] = commands;
  throw new Fault(
    'invalid-parameter',
    `These evaluations run commands of this checkout${first === undefined ? '' : `, like "${first}"`}, and it is not trusted. Look at what they run, then run "precept trust".`,
  );
}

/** Takes what evaluations begin with, once: what a run does to its source reaches no other. */
async function takeBases(
  { config: { rulesPath, checkout } }: Service,
  scope: string,
  evals: readonly ChosenEval[],
  work: string,
  { env, stop }: EvalWorld,
): Promise<readonly PlannedEval[]> {
  const folder = join(rulesPath ?? checkout, scope);
  const within = [checkout, ...(rulesPath === null ? [] : [rulesPath])];
  const planned: PlannedEval[] = [];
  for (const [index, { repo, files, ...one }] of evals.entries()) {
    const to = join(work, 'bases', String(index));
    await makeFolders(join(work, 'bases'));
    try {
      if (repo !== null) await takeBase(repo, to, { folder, within, env, stop });
      for (const file of files) await takeBase(file, join(to, file), { folder, within, env, stop });
    } catch (error) {
      throw asFault(error);
    }
    const isEmpty = repo === null && files.length === 0;
    planned.push({ ...one, base: isEmpty ? null : await digestOfFolder(to) });
  }
  return planned;
}

interface Parts {
  readonly evals: readonly PlannedEval[];
  readonly rules: readonly PlannedRule[];
  readonly arms: readonly MadeArm[];
  readonly world: EvalWorld;
  readonly before: Plan | null;
}

async function planOf(
  service: Service,
  { scope, agent, repeat, timeout }: EvalRequest,
  { evals, rules, arms, world, before }: Parts,
): Promise<Plan> {
  const created = new Date().toISOString();
  const stamp = created.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-');
  const taken = await listRuns(evalsFolder(service));
  const name = `${stamp}-${scope}`;
  const run = taken.includes(name)
    ? `${name}-${taken.filter((one) => one.startsWith(name)).length + 1}`
    : name;
  return {
    version: 1,
    run: before?.run ?? run,
    scope_name: scope,
    created: before?.created ?? created,
    commit: before === null ? await commitOf(service, world) : before.commit,
    agent: commandOf(agent),
    repeat: Math.max(repeat ?? before?.repeat ?? usualRepeat, before?.repeat ?? 1),
    timeout,
    arms: arms.map(({ name: arm, digest }) => ({ name: arm, digest })),
    evals,
    rules,
  };
}

async function commitOf({ config }: Service, { env }: EvalWorld): Promise<string | null> {
  const repository = await findRepository({ cwd: config.rulesPath ?? config.checkout, env });
  return typeof repository === 'string' ? null : findCommit(repository, 'HEAD');
}

/** The kept experiment, with more repeats where they are asked for. Fault `invalid-parameter` where anything else is not as it was. */
async function continued(before: RunStore, plan: Plan): Promise<RunStore> {
  const same = (of: (one: Plan) => unknown) => JSON.stringify(of(before.plan)) === JSON.stringify(of(plan));
  const changed = [
    ...(same(({ agent }) => agent) ? [] : ['the agent']),
    ...(same(({ arms }) => arms) ? [] : ['the guidance of an arm, or the arms']),
    ...(same(({ evals }) => evals) ? [] : ['the evaluations, or what they begin with']),
    ...(same(({ rules }) => rules) ? [] : ['a rule that they name']),
  ];
  if (changed.length > 0)
    throw new Fault(
      'invalid-parameter',
      `${plan.run} cannot be resumed: ${changed.join(', ')} changed since then. Run it anew, without --resume.`,
    );
  await before.keepPlan(plan);
  return { ...before, plan };
}

/** Writes the guidance of all arms, and says how the server of a run is started. */
async function serveArms(
  service: Service,
  store: RunStore,
  arms: readonly MadeArm[],
  work: string,
  { program, home }: EvalWorld,
) {
  const settings = new Map<string, string>();
  for (const [index, arm] of arms.entries()) {
    if (arm.files === null) continue;
    // Beside what is kept, so that plugins are found from there as from the project.
    const path = join(store.folder, `settings-${index}.yml`);
    await writeArm(arm, join(work, 'arms', String(index)), path, service, store.plan.scope_name);
    settings.set(arm.name, path);
  }
  const { settings: own, environmentVariables } = service.config;
  const known = new Set([...settingNames.map((name) => name.toUpperCase()), 'CONFIG_FILE', 'TRUST']);
  const variables = Object.entries(environmentVariables).flatMap(([name, value]) =>
    known.has(name.toUpperCase()) ? [] : [[`PRECEPT_${name}`, value] as const],
  );
  const hasMasters = own.master_server_url.length + own.masters.length > 0;
  const env = { ...Object.fromEntries(variables), ...(hasMasters && { HOME: home, USERPROFILE: home }) };
  const [command = '', ...first] = program;
  return (arm: string, log: string): McpServerEntry | null => {
    const path = settings.get(arm);
    return path === undefined ? null : { command, args: [...first, '--config', path, '--record', log], env };
  };
}

/** What no run may change: the checkout, the rules, what other runs begin with, and what is new in the home folder. */
function watchedFolders({ config: { rulesPath, checkout } }: Service, work: string, { home }: EvalWorld) {
  const deep = 16;
  const ignores = (path: string) =>
    isInside(path, join(checkout, '.precept', 'evals')) || isInside(path, work);
  const isApart = rulesPath !== null && !isInside(rulesPath, checkout);
  return [
    { path: checkout, depth: checkout === home ? 1 : deep, ignores },
    ...(isApart ? [{ path: rulesPath, depth: deep, ignores }] : []),
    { path: join(work, 'bases'), depth: deep },
    { path: join(work, 'arms'), depth: deep, ignores: (path: string) => path.endsWith('.jsonl') },
    { path: home, depth: 1, ignores, namesAlone: true },
  ];
}

/** What a run of the same agent took in the latest experiment that has any; null where none is kept. */
async function secondsOfRun(service: Service, agent: string): Promise<number | null> {
  const folder = evalsFolder(service);
  for (const name of (await listRuns(folder)).slice(0, 20)) {
    const store = await openRunStore(folder, name, { within: service.config.checkout }).catch(() => null);
    if (store?.plan.agent !== agent) continue;
    const seconds = await store.seconds();
    if (seconds !== null) return seconds;
  }
  return null;
}
