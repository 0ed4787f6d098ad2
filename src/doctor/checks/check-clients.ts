import { join } from 'node:path';
import { type ServedClient, servedClients } from '../../clients/clients.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { type ClientEntry, readEntries } from '../client-entries.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { checkEntry, type EntryWorld } from './clients/check-client-entry.ts';

interface ClientFile {
  readonly client: ServedClient;
  readonly path: string;
}

type World = EntryWorld & Pick<Patient, 'shown'>;

/** The clients whose files, of the project or of its person, name Precept: whether they can start it. */
export async function checkClients(world: World): Promise<Finding[]> {
  const { project, home } = world;
  const places = servedClients.flatMap(([, client]): ClientFile[] => {
    const { projectFile, homeFiles } = client.servers;
    const at = (folder: string, file: string) => join(folder, ...file.split('/'));
    const paths = [at(project, projectFile), ...homeFiles.map((file) => at(home, file))];
    return [...new Set(paths)].map((path) => ({ client, path }));
  });
  const looked = await Promise.all(places.map((place) => lookAt(place, world)));
  const elsewhere = await Promise.all(servedClients.map(([, client]) => mistaken(client, world)));
  const findings = [...looked.flatMap((look) => look.findings), ...twice(looked), ...elsewhere.flat()];
  if (looked.some(({ entries }) => entries.length > 0)) return findings;
  const cure = `Run "precept init --client <name> --write" with one of ${servedClients.map(([id]) => id).join(', ')}.`;
  return [...findings, warn('clients', 'no client of this project or person starts Precept', cure)];
}

interface Look {
  readonly client: ServedClient;
  /** What a file calls Precept, with the file. */
  readonly entries: readonly { readonly name: string; readonly file: string }[];
  readonly findings: Finding[];
}

/** Entries for Precept in files that people take for those of a client. */
async function mistaken(
  { name, servers }: ServedClient,
  { project, shown }: Pick<World, 'project' | 'shown'>,
): Promise<Finding[]> {
  const looked = (servers.mistakenFor ?? []).map(async (file) => {
    const path = join(project, ...file.split('/'));
    // What cannot be read there is no matter of ours.
    const entries = await readEntries({ ...servers, format: 'jsonc' }, path, project).catch(() => null);
    return (entries ?? []).map((entry) =>
      warn(
        'clients',
        `${name} reads no servers in ${shown(path)}, which has the entry "${entry.name}"`,
        `Move it to ${servers.projectFile}, below "${servers.key}".`,
      ),
    );
  });
  return (await Promise.all(looked)).flat();
}

/** Clients that start Precept more than once: of entries with one name, the project's goes before the person's. */
function twice(looked: readonly Look[]): Finding[] {
  return servedClients.flatMap(([, client]) => {
    const entries = looked.filter((look) => look.client === client).flatMap((look) => look.entries);
    const distinct = entries.filter((one, at) => entries.findIndex(({ name }) => name === one.name) === at);
    if (distinct.length < 2) return [];
    const files = [...new Set(distinct.map(({ file }) => file))];
    const names = distinct.map(({ name }) => `"${name}"`).join(' and ');
    const message = `${client.name} starts Precept ${distinct.length} times, by ${names} in ${files.join(' and ')}`;
    return [warn('clients', message, 'Keep one of them; agents see every tool twice.')];
  });
}

async function lookAt({ client, path }: ClientFile, world: World): Promise<Look> {
  const file = world.shown(path);
  let entries: ClientEntry[] | null;
  try {
    entries = await readEntries(client.servers, path, world.project);
  } catch (error) {
    const message = `${client.name} cannot read ${file}: ${error instanceof Error ? error.message : error}`;
    const cure = 'Fix that file; until then the client knows none of its servers.';
    return { client, entries: [], findings: [warn('clients', message, cure)] };
  }
  if (entries === null) return { client, entries: [], findings: [] };
  const findings = await checkMark(client, path, file);
  for (const entry of entries) {
    const troubles = await checkEntry(client, entry, world);
    const name = `the entry "${entry.name}" in ${file}`;
    for (const { message, cure, isFatal } of troubles) {
      const say = isFatal ? fail : warn;
      findings.push(say('clients', `${client.name}, ${name}: ${message}`, cure));
    }
    findings.unshift(ok('clients', `${client.name} has ${name}`));
  }
  return { client, entries: entries.map(({ name }) => ({ name, file })), findings };
}

/** A byte order mark, which JSON must not begin with (RFC 8259, section 8.1): some clients then read nothing of it. */
async function checkMark({ servers }: ServedClient, path: string, file: string): Promise<Finding[]> {
  const bytes = servers.format === 'toml' ? null : await readOptionalFile(path);
  if (bytes?.subarray(0, 3).toString('hex') !== 'efbbbf') return [];
  return [warn('clients', `${file} begins with a byte order mark`, 'Save it as UTF-8 without a BOM.')];
}
