import type { Readable, Writable } from 'node:stream';
import type { ServiceFor } from '../ask.ts';
import type { EvalProgress, EvalRequest, EvalWorld } from '../eval/eval.ts';
import type { EvalData, EvalFormat } from '../eval/report/formats.ts';
import type { getRules } from '../operations/get-rules.ts';
import type { Service } from '../service.ts';
import { runByChecks } from './run-by-checks.ts';
import { linkedRules } from './scope-checks.ts';

/** Runs the evaluations of a scope with an agent, and gives the report. Faults: those of `get_rules`, and why nothing can be run. */
export async function runScopeEvals(
  service: ServiceFor<typeof getRules> & Pick<Service, 'content'>,
  request: EvalRequest,
  world: EvalWorld,
  progress: EvalProgress,
): Promise<EvalData> {
  const { config } = service;
  const { lineage } = await service.scope(request.scope);
  const rules = await linkedRules(service, request.scope, world.cwd);
  const mayRunCommands = async () => {
    const { mayRunChecks } = await import('../../trust/bind/checks-consent.ts');
    return mayRunChecks(config, world, await runByChecks(service));
  };
  const { runEvals } = await import('../eval/eval.ts');
  return runEvals({ config, lineage, rules, mayRunCommands }, request, world, progress);
}

/** Judges what was kept of an experiment again. Fault `not-found` where none is kept. */
export async function rejudgeScopeEvals(
  { config }: Pick<Service, 'config'>,
  scope: string,
  run: string | undefined,
): Promise<EvalData> {
  const { rejudgeEvals } = await import('../eval/eval.ts');
  return rejudgeEvals(config, scope, run);
}

/** The report as text, and whether a build should fail of it. */
export async function writeEvals(
  data: EvalData,
  format: EvalFormat,
): Promise<{ readonly text: string; readonly isBad: boolean }> {
  const { evalReport, isBad } = await import('../eval/report/formats.ts');
  return { text: evalReport[format](data), isBad: isBad(data) };
}

/** The streams of a server whose answers are written to a file as well. */
export async function recordedStreams(
  world: { readonly stdin: Readable; readonly stdout: Writable },
  file: string,
): Promise<{ readonly stdin: Readable; readonly stdout: Writable }> {
  const { recordStreams } = await import('../eval/run/record-streams.ts');
  return recordStreams(world, file);
}
