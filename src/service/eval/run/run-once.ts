import { join } from 'node:path';
import type { McpServerEntry } from '../../../clients/facts/agent.ts';
import type { GitWorld } from '../../../git/run-git.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import { ownChoice } from '../../../runtime/files/own-place.ts';
import { copyTree, makeFolders, removeTree } from '../../../runtime/files/work-folder.ts';
import { createFile, putFile } from '../../../runtime/files/write-file.ts';
import { mcpServersText } from '../agents.ts';
import { readDiff } from '../judge/read-diff.ts';
import { errorMark, type Plan, type PlannedEval, type RunKey, type RunRecord } from '../plan.ts';
import { readAsked } from '../records/run-store.ts';
import { agentWords } from './agent-command.ts';
import { usageIn } from './agent-usage.ts';
import { diffOfCopy, filesOfCopy, startCopy } from './copy-git.ts';
import { runBounded } from './run-bounded.ts';
import { runCommands, runRuleChecks } from './run-checks.ts';
import { endStragglers, tokenOf } from './stragglers.ts';
import { environmentOf, workplaceIn } from './surroundings.ts';
import { changedBetween, stampsOf, type WatchedFolder } from './watch-outside.ts';

/** What all runs of an experiment share. */
export interface RunWorld {
  readonly plan: Plan;
  readonly env: GitWorld['env'];
  /** Variables that are passed on to agents by name. */
  readonly named: readonly string[];
  /** The checkout that the guidance is of. */
  readonly checkout: string;
  /** The temporary folder of the experiment. */
  readonly work: string;
  /** The state that copies of an evaluation begin with; null for an empty folder. */
  readonly baseOf: (name: string) => string | null;
  /** How the server of an arm is started, with the file that it writes its answers to; null where there is none. */
  readonly serverOf: (arm: string, log: string) => McpServerEntry | null;
  readonly watched: readonly WatchedFolder[];
  readonly stop: AbortSignal;
}

/** The agent of the command line cannot be started. */
export class NoAgent extends Error {
  override readonly name = 'NoAgent';
}

const keptTranscript = 2 * 1024 * 1024;
let count = 0;

/** One run, from a fresh copy to what is kept of it. Null where it was stopped. Throws NoAgent, CopyError; failures of the system as they are. */
export async function runOnce(key: RunKey, of: PlannedEval, world: RunWorld): Promise<RunRecord | null> {
  const { plan, env, named, stop } = world;
  const number = ++count;
  const place = workplaceIn(join(world.work, 'runs', String(number)));
  await makeFolders(place.copy, place.home, place.temp, place.git);
  try {
    const base = world.baseOf(of.name);
    if (base !== null) await copyTree(base, place.copy);
    if (of.patch !== undefined)
      await putFile(join(place.copy, 'change.patch'), of.patch, { within: place.copy }, { mode: 0o644 });
    const server = world.serverOf(key.arm, place.log);
    const { words, agent } = agentWords(plan.agent, of.prompt, place, server);
    await createFile(place.mcpConfig, mcpServersText(server), ownChoice, { mode: 0o600 });
    if (agent?.mcpFile !== undefined) await putServers(agent.mcpFile, place.copy, server);
    await startCopy(place, env);
    const around = environmentOf(env, named, place, agent, tokenOf(world.work, number));
    const isOwn = new Set([place.copy, place.home, place.temp, place.git, place.mcpConfig, place.log]);
    const watched = [
      ...world.watched,
      { path: place.root, depth: 8, ignores: (path: string) => isOwn.has(path) },
    ];
    const before = await stampsOf(watched);
    const ended = await runBounded(
      words,
      { cwd: place.copy, env: { ...around, ...agent?.mcpVariables?.(server) } },
      { milliseconds: plan.timeout * 1000, kept: keptTranscript, stop },
    );
    await endStragglers(world.work, number);
    if (stop.aborted) return null;
    if (ended.isMissing) throw new NoAgent(`${words[0]} cannot be started: install it, or write its path`);
    const outside = changedBetween(before, await stampsOf(watched));
    const diff = await diffOfCopy(place, env);
    const commands = { cwd: place.copy, env: around, stop, checkout: world.checkout };
    const rules = plan.rules.filter(({ id }) => of.expect.some((one) => 'rule' in one && one.rule === id));
    const evidence = {
      commands: await runCommands(of, commands),
      checks: await runRuleChecks(rules, readDiff(diff), commands, () => filesOfCopy(place, env)),
    };
    await endStragglers(world.work, number);
    if (stop.aborted) return null;
    const asked = readAsked((await readOptionalFile(place.log))?.toString('utf8') ?? '');
    const result = {
      ...key,
      code: ended.code,
      timed_out: ended.code === null,
      seconds: Math.round(ended.seconds * 10) / 10,
      ...usageIn(ended.stdout),
      outside: outside.map((path) => path.replace(world.work, '<work>')),
      ...evidence,
    };
    const transcript = ended.stderr === '' ? ended.stdout : `${ended.stdout}${errorMark}${ended.stderr}`;
    return { result, diff, transcript, asked };
  } finally {
    await endStragglers(world.work, number);
    await removeTree(place.root);
  }
}

/** Puts the MCP servers of a run into a file of its copy, in the place of those that the copy came with. */
async function putServers(file: string, copy: string, server: McpServerEntry | null): Promise<void> {
  const path = join(copy, file);
  const area = { within: copy };
  if (await createFile(path, mcpServersText(server), area)) return;
  const before = (await readOptionalFile(path))?.toString('utf8');
  await putFile(path, mcpServersText(server, before), area, { mode: 0o644 });
}
