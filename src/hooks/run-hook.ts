import { forTerminal, jsonForTerminal } from '../model/text/for-terminal.ts';
import { version } from '../model/version.ts';
import { withinLimit } from '../runtime/async/time-limit.ts';
import { cacheFolder } from '../runtime/files/cache-folder.ts';
import { outsideCheckouts } from '../runtime/files/outside-checkouts.ts';
import type { World } from '../runtime/world.ts';
import { type KnownEvent, recogniseEvent } from './clients/clients.ts';
import type { CompiledFile } from './compiled/compiled-file.ts';
import type { FreshScope, ReachPlace, ScopeRequest, UnloadedPlugin } from './compiled/compiled-scope.ts';
import { keepCompiled, withCompiled } from './compiled/find-compiled.ts';
import { findHookProject } from './find-hook-project.ts';
import { type HookArguments, readHookArguments } from './hook-arguments.ts';
import { createHookHome, type HookHome } from './hook-home.ts';
import { logFaults } from './hook-log.ts';
import { likelyCacheDir } from './likely-cache-dir.ts';
import { pathsInProject } from './payload/paths-in-project.ts';
import { foldersOf, type Payload, textOf } from './payload/payload.ts';
import { readPayload } from './payload/read-payload.ts';
import { touchedFiles } from './payload/touched-files.ts';
import { openSession, sessionAge } from './session/session.ts';
import { contextFor, type Material, materialOf } from './show/context-for.ts';

/** What is around a hook: of its streams only those are made that it uses. */
export interface HookWorld extends Pick<World, 'env' | 'cwd' | 'home' | 'stdout' | 'stderr'> {
  readonly stdin: AsyncIterable<Buffer | string> & { readonly isTTY?: boolean };
}

/** What of the rest of the program a hook uses, where it must. */
export interface HookProgram {
  /** Resolves the scope of a request as every face does; `tell` hears what there is to log. Faults are thrown. */
  resolve(request: ScopeRequest, tell: (line: string) => void): Promise<FreshScope>;
  /** Why a plugin cannot be imported now; null for one that can. */
  whyNotImported(entry: string, folder: string): Promise<string | null>;
}

/** One run of a hook. */
interface Run extends KnownEvent {
  readonly payload: Payload | null;
  /** Relative to the project; none but where files are touched. */
  readonly files: readonly string[];
  readonly request: ScopeRequest;
}

/** Milliseconds for which a scope that nobody asks for stays compiled, and until a mark of a run is renewed. */
const compiledAge = 30 * sessionAge;
const renewal = 60_000;
/** Milliseconds for which a plugin that could not be imported is waited for: as long as an answer would wait. */
const importing = 2000;

/**
 * Answers a client's hook on standard output, with nothing where there is nothing to say. It always ends well: what goes wrong is a line of
 * hook.log in the setting cache_dir, and with `--debug` on standard error, which some clients show.
 */
export async function runHook(
  words: readonly string[],
  world: HookWorld,
  program: HookProgram,
): Promise<void> {
  const given = readHookArguments(words);
  const faults: string[] = [];
  /** Why there is nothing to say, where that is no fault. */
  let silence: string | null = null;
  const places: { cacheDir: string | null } = { cacheDir: null };
  try {
    places.cacheDir = likelyCacheDir(given.cacheDir, world);
    const run = await beginRun(given, world);
    silence =
      typeof run === 'string'
        ? run
        : await answer(run, { world, places, program, tell: (line) => faults.push(line) });
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  const about = (line: string) => forTerminal(`${given.client ?? '-'} ${given.event || '-'}: ${line}`);
  const lines = faults.map(about);
  const told = silence === null ? lines : [...lines, about(`nothing to say: ${silence}`)];
  if (given.debug) for (const line of told) world.stderr.write(`precept hook ${line.trimEnd()}\n`);
  await logFaults(places.cacheDir, lines);
}

/** What is asked for; or why there is nothing to say, whatever the rules are. */
async function beginRun(given: HookArguments, world: HookWorld): Promise<Run | string> {
  const payload = world.stdin.isTTY === true ? null : await readPayload(world.stdin);
  const known = recogniseEvent(given.event, given.client, payload);
  if (known === null)
    return (await import('./clients/why-unknown.ts')).whyUnknown(given.event, given.client, payload);
  const { client, moment } = known;
  if (moment === 'touch' && payload === null && world.stdin.isTTY !== true)
    throw new Error('no payload came that is JSON');
  const written = moment === 'touch' && payload !== null ? touchedFiles(client, payload) : [];
  if (moment === 'touch' && written.length === 0) return 'the payload names no file';
  const folders = foldersOf(payload);
  const project = await findHookProject(folders, world);
  const files = await pathsInProject(written, folders[0] ?? world.cwd, project);
  if (moment === 'touch' && files.length === 0) return 'the file is outside of the project';
  const { cwd, home, env } = world;
  const { scope, settings } = given;
  return { ...known, payload, files, request: { scope, settings, project, cwd, home, env } };
}

interface Means {
  readonly world: HookWorld;
  readonly places: { cacheDir: string | null };
  readonly program: HookProgram;
  readonly tell: (line: string) => void;
}

/** Writes the answer; gives why there is none. */
async function answer(run: Run, { world, places, program, tell }: Means): Promise<string | null> {
  const { client, event, moment, files, request, payload } = run;
  const ours = outsideCheckouts(places.cacheDir, [request.project, request.cwd], request.home);
  const forms = createHookHome(ours, request.project);
  const kept = withCompiled(forms, request, (file) => foundIn(file, run));
  const found =
    kept !== null && (await areUnloaded(kept.unloaded, program))
      ? kept
      : foundIn(await keepCompiled(forms, request, await program.resolve(request, tell)), run);
  if (found === null) throw new Error('what was written of the scope cannot be read again');
  places.cacheDir = found.cacheDir ?? cacheFolder(world.env, world.home || undefined);
  const home = createHookHome(places.cacheDir, request.project);
  const agent = textOf(payload, client.agentKeys);
  const name = textOf(payload, client.sessionKeys);
  // A subagent that says nothing of itself cannot be told from others.
  const isKnown = name !== null && (moment !== 'subagent' || agent !== null);
  const who = isKnown ? { client: client.id, session: name, agent } : null;
  const source = textOf(payload, ['source']);
  const begins = moment === 'session' && source !== null && client.emptied.includes(source);
  const session = openSession(home, who, begins);
  const context = await contextFor(found.material, files, session);
  if (context !== null) world.stdout.write(`${jsonForTerminal(client.answer(event, context))}\n`);
  if (context !== null && agent === null && found.reach !== null && (await session.isFirst('reach')))
    await countReach(found.reach, client.id);
  await lookAfter(run, { home, forms, cacheDir: places.cacheDir });
  const why = home.why();
  if (why !== null) tell(why);
  return context === null ? whySilent(found.material, files) : null;
}

function whySilent(material: Material, files: readonly string[]): string {
  if ('start' in material) return 'this session has been shown the index already';
  const those = files.slice(0, 3).join(', ') + (files.length > 3 ? ' …' : '');
  return material.touched.length === 0
    ? `neither "paths" of a category nor a check of a rule match ${those}`
    : `this session has been shown all rules about ${those}`;
}

interface Found {
  readonly material: Material;
  readonly reach: ReachPlace | null;
  readonly cacheDir: string | null;
  readonly unloaded: readonly UnloadedPlugin[];
}

/** Whether these plugins still give nothing: each cannot be imported, for the same reason. */
async function areUnloaded(
  plugins: readonly UnloadedPlugin[],
  { whyNotImported }: HookProgram,
): Promise<boolean> {
  for (const { entry, folder, reason } of plugins)
    if ((await withinLimit(whyNotImported(entry, folder), importing)) !== reason) return false;
  return true;
}

function foundIn(file: CompiledFile, { moment, client, files }: Run): Found | null {
  const material = materialOf(file, moment, client, files);
  const { reach, cacheDir, unloaded } = file;
  return material === null ? null : { material, reach, cacheDir, unloaded };
}

async function countReach(place: ReachPlace, client: string): Promise<void> {
  const { recordReach } = await import('../usage/record-reach.ts');
  await recordReach(place, { client, what: 'shown' });
}

/** Notes that the hook has run, for who asks whether it does, and removes what is past its time. */
async function lookAfter(
  { client, event, request }: Run,
  { home, forms, cacheDir }: { home: HookHome; forms: HookHome; cacheDir: string | null },
): Promise<void> {
  const before = home.time(`${client.id}.json`);
  if (cacheDir === null || (before !== null && Math.abs(Date.now() - before) < renewal)) return;
  if (!(await home.isWritable())) return;
  const { writeLastFired } = await import('./last-fired.ts');
  const at = new Date().toISOString();
  await writeLastFired(cacheDir, request.project, { client: client.id, event, version, at });
  await home.sweep({ session: sessionAge });
  await forms.sweep({ scope: compiledAge });
}
