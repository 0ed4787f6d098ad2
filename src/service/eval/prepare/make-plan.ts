import type { Config } from '../../../config/config.ts';
import { findCommit, findRepository } from '../../../git/repository.ts';
import { Fault } from '../../../model/fault.ts';
import { commandOf } from '../agents.ts';
import type { MadeArm } from '../arms/make-arms.ts';
import type { Plan, PlannedEval, PlannedRule } from '../plan.ts';
import { evalsFolder } from '../records/find-run.ts';
import { listRuns, type RunStore } from '../records/run-store.ts';

/** What a plan is made of. */
export interface PlanParts {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly scope: string;
  /** A command line, or the name of a known agent. */
  readonly agent: string;
  readonly repeat: number | undefined;
  readonly timeout: number;
  readonly evals: readonly PlannedEval[];
  readonly rules: readonly PlannedRule[];
  readonly arms: readonly MadeArm[];
}

const usualRepeat = 5;

/** The plan of an experiment; that of the same one, where it goes on with `before`. */
export async function makePlan(parts: PlanParts, before: Plan | null): Promise<Plan> {
  const { config, env, scope, agent, repeat, timeout, evals, rules, arms } = parts;
  const { run, created, commit } = before ?? (await newRun(config, scope, env));
  return {
    version: 1,
    run,
    scope_name: scope,
    created,
    commit,
    agent: commandOf(agent),
    repeat: Math.max(repeat ?? before?.repeat ?? usualRepeat, before?.repeat ?? 1),
    timeout,
    arms: arms.map(({ name, digest }) => ({ name, digest })),
    evals,
    rules,
  };
}

async function newRun(
  config: Config,
  scope: string,
  env: PlanParts['env'],
): Promise<Pick<Plan, 'run' | 'created' | 'commit'>> {
  const created = new Date().toISOString();
  const name = `${created.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')}-${scope}`;
  const taken = await listRuns(evalsFolder(config));
  const run = taken.includes(name)
    ? `${name}-${taken.filter((one) => one.startsWith(name)).length + 1}`
    : name;
  const repository = await findRepository({ cwd: config.rulesPath ?? config.checkout, env });
  return {
    run,
    created,
    commit: typeof repository === 'string' ? null : await findCommit(repository, 'HEAD'),
  };
}

/**
 * The kept experiment, with more repeats where they are asked for. What is run comes from the plan of now, and is that of then. Fault
 * `invalid-parameter` where it is not.
 */
export async function continueRun(before: RunStore, plan: Plan): Promise<RunStore> {
  const isSame = (of: (one: Plan) => unknown) => JSON.stringify(of(before.plan)) === JSON.stringify(of(plan));
  const changed = [
    ...(isSame(({ agent }) => agent) ? [] : ['the agent']),
    ...(isSame(({ arms }) => arms) ? [] : ['the guidance of an arm, or the arms']),
    ...(isSame(({ evals }) => evals) ? [] : ['the evaluations, or what they begin with']),
    ...(isSame(({ rules }) => rules) ? [] : ['a rule that they name']),
  ];
  if (changed.length > 0)
    throw new Fault(
      'invalid-parameter',
      `${plan.run} cannot be resumed: ${changed.join(', ')} changed since then. Run it anew, without --resume.`,
    );
  return before.withPlan(plan);
}
