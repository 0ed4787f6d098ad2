import { join } from 'node:path';
import { inspectClientFile } from '../setup/client-file.ts';
import { type Client, clientIds, clients } from '../setup/clients.ts';
import { type Finding, ok, warn } from './finding.ts';

interface ClientFile {
  readonly client: Client;
  readonly path: string;
}

/** The clients whose files, of the project or of its person, name Precept; and the files that they cannot read. */
export async function checkClients(
  project: string,
  home: string,
  shown: (path: string) => string,
): Promise<Finding[]> {
  const places = clientIds.flatMap((id): ClientFile[] => {
    const client: Client = clients[id];
    const at = (folder: string, file: string) => join(folder, ...file.split('/'));
    const paths = [at(project, client.projectFile), ...client.homeFiles.map((file) => at(home, file))];
    return [...new Set(paths)].map((path) => ({ client, path }));
  });
  const findings = await Promise.all(
    places.map(async ({ client, path }): Promise<Finding[]> => {
      const found = await inspectClientFile(client, path, project);
      const file = shown(path);
      if (found.state === 'entry')
        return [ok('clients', `${client.name} has the entry "${found.entry}" in ${file}`)];
      if (found.state !== 'broken') return [];
      const message = `${client.name} cannot read ${file}: ${found.reason}`;
      return [warn('clients', message, 'Fix that file; until then the client knows none of its servers.')];
    }),
  );
  const all = findings.flat();
  if (all.some(({ level }) => level === 'ok')) return all;
  const cure = `Run "precept init --client <name> --write" with one of ${clientIds.join(', ')}.`;
  return [...all, warn('clients', 'no client of this project or person starts Precept', cure)];
}
