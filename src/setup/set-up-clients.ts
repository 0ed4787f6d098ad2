import { join } from 'node:path';
import type { ClientId, ServedClient } from '../clients/clients.ts';
import { readOptionalFile } from '../runtime/files/files.ts';
import { writeClientFile } from './client-file.ts';
import { configText } from './config-text.ts';
import { editFile } from './edit-file.ts';
import { hookCommand } from './hook-command.ts';
import { hooksIn, withHooks } from './hooks-text.ts';
import { missingImport, pointerFile, readBeforeShared, writePointer } from './instruct.ts';
import { serverEntry } from './server-entry.ts';
import { SetupError } from './setup-error.ts';

/** What is to be written for clients, and where. */
export interface ClientSetup {
  readonly project: string;
  /** `win32` for Windows. */
  readonly platform: string;
  /** The words that start Precept. */
  readonly start: readonly string[];
  /** Whether they were asked for: an entry that Precept wrote makes way, and one of somebody else that starts something else is told. */
  readonly isStartAsked: boolean;
  readonly hasHooks: boolean;
  /** The scope that what instructions say already can become a part of. */
  readonly scope: string;
}

/** How the command line is told what was done: a line for each file, and what its user has to know or do. */
export interface SetupReport {
  done(line: string): void;
  note(line: string): void;
  fault(error: SetupError): void;
}

/**
 * Writes what makes clients start Precept, and their agents ask: an entry, hooks, and a pointer in the file of instructions that each reads.
 * A file that is broken is told of and left alone, and the others are written all the same. Settles with whether all could be.
 */
export async function setUpClients(
  chosen: readonly (readonly [ClientId, ServedClient])[],
  setup: ClientSetup,
  report: SetupReport,
): Promise<boolean> {
  let isWhole = true;
  /** What `work` gives; undefined where it cannot be done, which is told. */
  const tried = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      isWhole = false;
      report.fault(error);
      return undefined;
    }
  };
  const nextSteps: string[] = [];
  let startsByNpx = false;
  for (const [id, client] of chosen) {
    const entry = await tried(() => writeServer(client, setup, report));
    if (entry?.isNew === true) nextSteps.push(client.servers.nextStep);
    // A file that is broken is left alone, whatever was to go into it.
    if (entry === undefined && client.hooks?.projectFile === client.servers.projectFile) continue;
    const value = serverEntry(client.servers, setup.platform, setup.start);
    const known = entry ?? { value, isNew: false, created: null };
    const isByNpx = await tried(() => writeHooks([id, client], known, setup, report));
    startsByNpx ||= isByNpx === true;
  }
  const pointed = new Set<string>();
  for (const [, { pointer }] of chosen)
    if (pointer !== null) pointed.add(await pointerFile(setup.project, pointer));
  for (const file of pointed) await tried(() => writeInstructions(file, setup, report));
  for (const line of await hiddenPointers(chosen, pointed, setup.project)) report.note(line);
  if (startsByNpx)
    report.note(
      'Hooks run at each edit, and npx takes a second or more to start. To make that short, now or later: "npm install -g precept-mcp", then this command with --command precept.',
    );
  for (const step of nextSteps) report.note(step);
  return isWhole;
}

/** The entry that a client's file has now. */
interface KnownServer {
  readonly value: unknown;
  readonly isNew: boolean;
  /** The file, where it is new too. */
  readonly created: string | null;
}

/** The text of a client's whole file, with nothing but a server that these words start. */
export function printedConfig({ servers }: ServedClient, start: readonly string[], platform: string): string {
  return configText(servers, serverEntry(servers, platform, start));
}

async function writeServer(
  client: ServedClient,
  { project, platform, start, isStartAsked }: ClientSetup,
  report: SetupReport,
): Promise<KnownServer> {
  const { servers } = client;
  const wanted = serverEntry(servers, platform, start);
  const usual = isStartAsked ? serverEntry(servers, platform) : null;
  const { done, name, entry } = await writeClientFile(servers, project, wanted, usual);
  if (done !== 'present') {
    const added = done === 'created' ? '' : `  (${done} "precept")`;
    report.done(`${done === 'created' ? 'created' : 'changed'}  ${servers.projectFile}${added}`);
    return { value: entry, isNew: true, created: done === 'created' ? servers.projectFile : null };
  }
  report.done(`kept     ${servers.projectFile}  (its entry "${name}" is left alone)`);
  const isOther = JSON.stringify(entry) !== JSON.stringify(wanted);
  if (isStartAsked && isOther)
    report.note(
      `The entry "${name}" of ${servers.projectFile} does not start what you asked for; take it out and run the command again to have it so.`,
    );
  return { value: entry, isNew: false, created: null };
}

/** Whether hooks were written that npx starts. */
async function writeHooks(
  [id, { hooks, servers }]: readonly [ClientId, ServedClient],
  server: KnownServer,
  { project, platform, start, isStartAsked, hasHooks }: ClientSetup,
  report: SetupReport,
): Promise<boolean> {
  if (hooks === null || !hasHooks) return false;
  const commandFor = (one: unknown, event: string) => hookCommand(one, event, id, platform, start);
  const commandOf = (event: string) => commandFor(server.value, event);
  const usual = (event: string) => commandFor(serverEntry(servers, platform), event);
  const asked = (event: string) => commandFor(serverEntry(servers, platform, start), event);
  // Beside an entry that stays, hooks stay too: they start what it starts.
  const replaced = isStartAsked && commandOf('') === asked('') ? usual : null;
  const edit = (text: string | null) => withHooks(hooks, text, commandOf, replaced);
  const { path, done } = await editFile(project, hooks.projectFile, edit, edit(null) ?? undefined);
  if (isStartAsked && (await startsOther(join(project, hooks.projectFile), asked)))
    report.note(
      `Hooks in ${path} do not start what you asked for; take those of Precept out and run the command again to have it so.`,
    );
  if (done === 'kept') {
    report.done(`kept     ${path}  (its hooks of Precept are left alone)`);
    return false;
  }
  if (path !== server.created)
    report.done(`${done}  ${path}${done === 'changed' ? '  (hooks of Precept)' : ''}`);
  const command = commandOf('');
  if (/^(?:"|[^'\s]*\\)/.test(command))
    report.note(
      `PowerShell starts no program in quotes, and bash none with a backslash, as the hooks in ${path} name it; where a client runs them by that shell, name a program of the PATH, such as "node".`,
    );
  return command.startsWith('npx ');
}

/** Whether a hook of ours in a file has another command than the one for its event. */
async function startsOther(path: string, commandOf: (event: string) => string): Promise<boolean> {
  const text = await readOptionalFile(path);
  const found = text === null ? [] : hooksIn(text.toString('utf8'));
  return found.some(({ event, command }) => command !== commandOf(event));
}

async function writeInstructions(
  file: string,
  { project, scope }: ClientSetup,
  report: SetupReport,
): Promise<void> {
  const { path, done, hasOwnText } = await writePointer(project, file);
  if (done === 'kept') return report.done(`kept     ${path}  (it names the tools of Precept)`);
  report.done(`${done}  ${path}`);
  if (hasOwnText)
    report.note(
      `What ${file} said already is kept: "precept import ${file} --scope ${scope} --into --write" makes rules of what was not imported yet; then take out of ${file} what Precept serves.`,
    );
}

/** The clients that do not read AGENTS.md because of another file, and what to do. */
async function hiddenPointers(
  chosen: readonly (readonly [ClientId, ServedClient])[],
  pointed: ReadonlySet<string>,
  project: string,
): Promise<string[]> {
  if (!pointed.has('AGENTS.md')) return [];
  const notes: string[] = [];
  for (const [, client] of chosen) {
    const beside = await missingImport(project, client);
    if (beside !== null)
      notes.push(
        `${client.name} does not read AGENTS.md beside ${beside}: add the line @AGENTS.md to ${beside}.`,
      );
    const first = await readBeforeShared(project, client);
    if (first !== null)
      notes.push(
        `${client.name} reads ${first} and not AGENTS.md: copy the block of Precept from there to ${first}.`,
      );
  }
  return notes;
}
