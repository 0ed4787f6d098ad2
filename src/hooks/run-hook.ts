import { forTerminal, jsonForTerminal } from '../model/text/for-terminal.ts';
import { version } from '../model/version.ts';
import { cacheFolder } from '../runtime/files/cache-folder.ts';
import type { World } from '../runtime/world.ts';
import { type KnownEvent, recogniseEvent } from './clients/clients.ts';
import type { CompiledFile } from './compiled/compiled-file.ts';
import type { FreshScope, ReachPlace, ScopeRequest } from './compiled/compiled-scope.ts';
import { keepCompiled, withCompiled } from './compiled/find-compiled.ts';
import { folderOfForms } from './compiled/folder-of-forms.ts';
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

/** Resolves the scope of a request as every face does; `tell` hears what there is to log. Faults are thrown. */
export type ResolveScope = (request: ScopeRequest, tell: (line: string) => void) => Promise<FreshScope>;

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

/**
 * Answers a client's hook on standard output, with nothing where there is nothing to say. It always ends well: what goes wrong is a line of
 * hook.log in the setting cache_dir, and with `--debug` on standard error, which some clients show.
 */
export async function runHook(
  words: readonly string[],
  world: HookWorld,
  resolve: ResolveScope,
): Promise<void> {
  const given = readHookArguments(words);
  const faults: string[] = [];
  const places: { cacheDir: string | null } = { cacheDir: null };
  try {
    places.cacheDir = likelyCacheDir(given.cacheDir, world);
    const run = await beginRun(given, world);
    if (run !== null) await answer(run, { world, places, resolve, tell: (line) => faults.push(line) });
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  const lines = faults.map((fault) => forTerminal(`${given.client ?? '-'} ${given.event || '-'}: ${fault}`));
  if (given.debug) for (const line of lines) world.stderr.write(`precept hook ${line.trimEnd()}\n`);
  await logFaults(places.cacheDir, lines);
}

/** What is asked for; null where there is nothing to say, whatever the rules are. */
async function beginRun(given: HookArguments, world: HookWorld): Promise<Run | null> {
  const payload = world.stdin.isTTY === true ? null : await readPayload(world.stdin);
  const known = recogniseEvent(given.event, given.client, payload);
  if (known === null) return null;
  const { client, moment } = known;
  const written = moment === 'touch' && payload !== null ? touchedFiles(client, payload) : [];
  if (moment === 'touch' && written.length === 0) return null;
  const folders = foldersOf(payload);
  const project = await findHookProject(folders, world);
  const files = await pathsInProject(written, folders[0] ?? world.cwd, project);
  if (moment === 'touch' && files.length === 0) return null;
  const { cwd, home, env } = world;
  const { scope, settings } = given;
  return { ...known, payload, files, request: { scope, settings, project, cwd, home, env } };
}

interface Means {
  readonly world: HookWorld;
  readonly places: { cacheDir: string | null };
  readonly resolve: ResolveScope;
  readonly tell: (line: string) => void;
}

async function answer(run: Run, { world, places, resolve, tell }: Means): Promise<void> {
  const { client, event, moment, files, request, payload } = run;
  const forms = createHookHome(folderOfForms(places.cacheDir, request), request.project);
  const found =
    withCompiled(forms, request, (file) => foundIn(file, run)) ??
    foundIn(await keepCompiled(forms, request, await resolve(request, tell)), run);
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
}

interface Found {
  readonly material: Material;
  readonly reach: ReachPlace | null;
  readonly cacheDir: string | null;
}

function foundIn(file: CompiledFile, { moment, client, files }: Run): Found | null {
  const material = materialOf(file, moment, client, files);
  return material === null ? null : { material, reach: file.reach, cacheDir: file.cacheDir };
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
