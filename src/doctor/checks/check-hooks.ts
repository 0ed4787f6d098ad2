import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientHooks } from '../../clients/client.ts';
import { type ClientId, clients, type HookedClient, hookedClients } from '../../clients/clients.ts';
import { type LastFired, readLastFired } from '../../hooks/last-fired.ts';
import { version } from '../../model/version.ts';
import { cacheFolder } from '../../runtime/files/cache-folder.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { reasonOf } from '../../runtime/reason-of.ts';
import { hooksIn } from '../../setup/hooks-text.ts';
import { type Finding, note, ok, warn } from '../finding.ts';
import { type CommandWorld, checkHookCommands } from './clients/check-hook-commands.ts';
import { distrusted } from './clients/distrusted-hooks.ts';
import type { HooksFile, HooksWorld } from './clients/hooks-file.ts';
import { whyUnread } from './clients/why-unread.ts';

/** Milliseconds after which a hook that was set up has had its chance to fire. */
const freshFor = 86_400_000;

interface Look {
  readonly files: readonly HooksFile[];
  readonly findings: readonly Finding[];
}

/** The hooks of Precept that clients have: whether they run, in which version, as often as they should, and when the last one did. */
export async function checkHooks(world: CommandWorld): Promise<Finding[]> {
  const { env, home } = world;
  const looks = new Map<string, Look>();
  for (const row of hookedClients) looks.set(row[0], await lookAt(row, world));
  const folder = world.cacheDir ?? cacheFolder(env, home);
  const ids = hookedClients.map(([id]) => id);
  const fired = folder === null ? new Map<string, LastFired>() : await readLastFired(folder, ids);
  const told = hookedClients.map(async ([id, client]) => {
    const { files, findings } = looks.get(id) as Look;
    if (files.length === 0) return findings;
    const others = client.hooks.alsoRuns.flatMap(({ client: other, cure }) =>
      alsoRun(client, clients[other as keyof typeof clients].name, looks.get(other)?.files ?? [], cure),
    );
    return [
      ...findings,
      firing(client, files, fired.get(id)),
      ...otherVersion(client, files, fired.get(id)),
      ...(await checkHookCommands([id, client], files, world)),
      ...(await distrusted(client, files, fired.has(id), world)),
      ...twice(client, files),
      ...others,
    ];
  });
  return (await Promise.all(told)).flat();
}

function firing(
  { name, hooks }: HookedClient,
  files: readonly HooksFile[],
  fired: LastFired | undefined,
): Finding {
  const message = `${name} has hooks of Precept for ${eventsOf(hooks, files).join(' and ')}`;
  // What was set up a moment ago waits for its client to be started.
  const tell = files.every(({ isFresh }) => isFresh) ? note : warn;
  if (fired === undefined) return tell('clients', `${message}, which have never fired`, hooks.neverFired);
  return ok(
    'clients',
    `${message}; the last fired at ${fired.at} (${fired.event}), in this project or another`,
  );
}

function otherVersion(
  { name }: HookedClient,
  files: readonly HooksFile[],
  fired: LastFired | undefined,
): Finding[] {
  if (fired === undefined || fired.version === version) return [];
  const message = `the hook of ${name} that fired last is of Precept ${fired.version}, and this is ${version}`;
  const where = files.map((file) => file.name).join(' and ');
  return [warn('clients', message, `Update what the commands in ${where} start, or name its version there.`)];
}

/** Events for which a client has more than one hook of ours in its own files. */
function twice({ name }: HookedClient, files: readonly HooksFile[]): Finding[] {
  const all = files.flatMap((file) => file.hooks.map(({ event }) => ({ event, file: file.name })));
  const events = [...new Set(all.map(({ event }) => event))];
  const repeated = events.filter((event) => all.filter((one) => one.event === event).length > 1);
  if (repeated.length === 0) return [];
  const where = new Set(all.filter(({ event }) => repeated.includes(event)).map(({ file }) => file));
  const message = `${name} has more than one hook of Precept for ${repeated.join(' and ')}, in ${[...where].join(' and ')}`;
  return [
    warn('clients', message, 'Keep one of them: each starts Precept, and shows nothing that the other has.'),
  ];
}

function alsoRun(
  { name }: HookedClient,
  other: string,
  files: readonly HooksFile[],
  cure: string,
): Finding[] {
  if (files.length === 0) return [];
  const where = files.map((file) => file.name).join(' and ');
  const message = `${name} also runs the hooks of ${other} in ${where}, so that Precept is started twice`;
  return [note('clients', message, cure)];
}

/** The events, those that Precept sets up first and in its order. */
function eventsOf({ events }: ClientHooks, files: readonly HooksFile[]): string[] {
  const found = new Set(files.flatMap(({ hooks }) => hooks.map(({ event }) => event)));
  const usual = events.map(({ name }) => name).filter((name) => found.has(name));
  return [...new Set([...usual, ...found])];
}

/** The files of a client that have hooks of ours, and what keeps it from reading others. */
async function lookAt(
  row: readonly [ClientId, HookedClient],
  { project, home, shown }: HooksWorld,
): Promise<Look> {
  const [, { name, hooks, servers }] = row;
  const files: HooksFile[] = [];
  const findings: Finding[] = [];
  const places = [
    ...(await expand(project, hooks.projectFiles)).map((path) => ({ path, isOfProject: true })),
    ...(await expand(home, hooks.homeFiles)).map((path) => ({ path, isOfProject: false })),
  ];
  // Where home is the project, a file of the one is a file of the other.
  const known = new Set<string>();
  for (const { path, isOfProject } of places) {
    if (known.has(path)) continue;
    known.add(path);
    const bytes = await readOptionalFile(path).catch(() => null);
    const status = await stat(path).catch(() => null);
    if (bytes === null || status === null) continue;
    const isFresh = Date.now() - status.mtimeMs < freshFor;
    const text = bytes.toString('utf8');
    try {
      const all = hooksIn(text).map((hook) => ({ hook, why: whyUnread(row, hook) }));
      // A word that is misspelt, or a list that is not below `hooks`, leaves no hook to find.
      if (all.length === 0 && /"[^"\n]*precept[^"\n]*\s--client[\s=][^"\n]*"/.test(text)) {
        const cure = `Take that line out, and run "precept init --client ${row[0]} --write", which writes the hooks.`;
        const message = `${shown(path)} has a command of Precept, and no hook of it that ${name} reads`;
        findings.push(warn('clients', message, cure));
      }
      if (all.length > 0 && /"disableAllHooks"\s*:\s*true/.test(text))
        findings.push(
          warn(
            'clients',
            `${shown(path)} switches all hooks off (disableAllHooks)`,
            'Take disableAllHooks out.',
          ),
        );
      for (const { hook, why } of all) {
        const where = `${name}, the hook ${hook.event} in ${shown(path)}`;
        if (why !== null) findings.push(warn('clients', `${where}: ${why.message}`, why.cure));
      }
      const found = all.flatMap(({ hook, why }) => (why === null ? [hook] : []));
      if (found.length > 0) files.push({ path, name: shown(path), isOfProject, isFresh, hooks: found });
    } catch (error) {
      // A file that has the servers as well was told of with them.
      const isTold = [servers?.projectFile, ...(servers?.homeFiles ?? [])].some(
        (file) => file !== undefined && path.replaceAll('\\', '/').endsWith(`/${file}`),
      );
      const cure = `Fix that file; until then ${name} has none of its hooks.`;
      if (!isTold) findings.push(warn('clients', `${shown(path)}: ${reasonOf(error)}`, cure));
    }
  }
  return { files, findings };
}

/** The paths of files below a folder; a `*` in a name stands for any characters. */
async function expand(folder: string, names: readonly string[]): Promise<string[]> {
  const found = names.map(async (name) => {
    const path = join(folder, ...name.split('/'));
    if (!name.includes('*')) return [path];
    const [start = '', end = ''] = name.split('/').at(-1)?.split('*') ?? [];
    const present = await readdir(dirname(path)).catch((): string[] => []);
    const wanted = present.filter((one) => one.startsWith(start) && one.endsWith(end)).sort();
    return wanted.map((one) => join(dirname(path), one));
  });
  return (await Promise.all(found)).flat();
}
