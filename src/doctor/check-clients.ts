import { join } from 'node:path';
import { reasonOf } from '../runtime/reason-of.ts';
import { type ClientEntry, readEntries } from '../setup/client-entries.ts';
import { type Client, clientIds, clients } from '../setup/clients.ts';
import { checkEntry } from './check-client-entry.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { Patient } from './patient.ts';

interface ClientFile {
  readonly client: Client;
  readonly path: string;
}

type World = Pick<Patient, 'env' | 'project' | 'home' | 'platform' | 'shown'>;

/** The clients whose files, of the project or of its person, name Precept: whether they can start it. */
export async function checkClients(world: World): Promise<Finding[]> {
  const { project, home } = world;
  const places = clientIds.flatMap((id): ClientFile[] => {
    const client: Client = clients[id];
    const at = (folder: string, file: string) => join(folder, ...file.split('/'));
    const paths = [at(project, client.projectFile), ...client.homeFiles.map((file) => at(home, file))];
    return [...new Set(paths)].map((path) => ({ client, path }));
  });
  const looked = await Promise.all(places.map((place) => lookAt(place, world)));
  const findings = looked.flatMap((look) => look.findings);
  if (looked.some(({ entries }) => entries > 0)) return findings;
  const cure = `Run "precept init --client <name> --write" with one of ${clientIds.join(', ')}.`;
  return [...findings, warn('clients', 'no client of this project or person starts Precept', cure)];
}

async function lookAt(
  { client, path }: ClientFile,
  world: World,
): Promise<{ readonly entries: number; readonly findings: Finding[] }> {
  const file = world.shown(path);
  let entries: ClientEntry[] | null;
  try {
    entries = await readEntries(client, path, world.project);
  } catch (error) {
    const message = `${client.name} cannot read ${file}: ${reasonOf(error)}`;
    const cure = 'Fix that file; until then the client knows none of its servers.';
    return { entries: 0, findings: [warn('clients', message, cure)] };
  }
  if (entries === null) return { entries: 0, findings: [] };
  const findings: Finding[] = [];
  for (const entry of entries) {
    const troubles = await checkEntry(client, entry, world);
    const name = `the entry "${entry.name}" in ${file}`;
    for (const { message, cure, isFatal } of troubles) {
      const say = isFatal ? fail : warn;
      findings.push(say('clients', `${client.name}, ${name}: ${message}`, cure));
    }
    findings.unshift(ok('clients', `${client.name} has ${name}`));
  }
  if (entries.length > 1) {
    const names = entries.map(({ name }) => `"${name}"`).join(' and ');
    const message = `${client.name} starts Precept ${entries.length} times, by ${names} in ${file}`;
    findings.push(warn('clients', message, 'Keep one of them; agents see every tool twice.'));
  }
  return { entries: entries.length, findings };
}
