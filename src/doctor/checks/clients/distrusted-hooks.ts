import { join } from 'node:path';
import type { HookTrust } from '../../../clients/client.ts';
import type { HookedClient } from '../../../clients/clients.ts';
import { readOptionalFile, realPath } from '../../../runtime/files/files.ts';
import { parseConfig } from '../../../setup/config-text.ts';
import { type Finding, note, warn } from '../../finding.ts';
import type { HooksFile, HooksWorld } from './hooks-file.ts';

type Data = Readonly<Record<string, unknown>>;

/** Hooks that a client does not run because its user has not allowed them, where it notes what he has: the folder, and each hook. */
export async function distrusted(
  { name, hooks }: HookedClient,
  files: readonly HooksFile[],
  hasFired: boolean,
  world: HooksWorld,
): Promise<Finding[]> {
  if (hooks.trust === undefined) return [];
  const noted = await readNote(hooks.trust, world);
  const tell = !hasFired && files.every(({ isFresh }) => isFresh) ? note : warn;
  const findings: Finding[] = [];
  const ofProject = files.filter(({ isOfProject }) => isOfProject);
  if (ofProject.length > 0 && !(await trustsFolder(noted, world.project)))
    findings.push(
      tell(
        'clients',
        `${name} does not trust this folder, and runs no hook of ${ofProject.map((file) => file.name).join(' and ')}`,
        `Start ${name} in this folder and trust it.`,
      ),
    );
  const states = Object(Object(noted.hooks).state) as Data;
  for (const file of files) {
    const keys = await keysOf(file, hooks.trust);
    const waiting = keys.filter(({ key }) => !isAllowed(key.map((one) => states[one])));
    if (waiting.length === 0) continue;
    const events = [...new Set(waiting.map(({ event }) => event))].join(' and ');
    findings.push(
      tell(
        'clients',
        `${name} has not been allowed to run the hooks of Precept for ${events} in ${file.name}`,
        `Allow them in /hooks of ${name}; it asks again after each change of a hook.`,
      ),
    );
  }
  return findings;
}

function isAllowed(states: readonly unknown[]): boolean {
  return states.some((state) => {
    const { trusted_hash: hash, enabled } = Object(state) as Data;
    return typeof hash === 'string' && enabled !== false;
  });
}

/** The names under which a hook may be noted: its file, as it is called and as it really is, the event, and its places there. */
async function keysOf({ path, hooks }: HooksFile, { eventName }: HookTrust) {
  const real = await realPath(path).catch(() => path);
  return hooks.map(({ event, entry, handler }) => ({
    event,
    key: [...new Set([path, real])].map((file) => `${file}:${eventName(event)}:${entry}:${handler}`),
  }));
}

async function trustsFolder({ projects: known }: Data, project: string): Promise<boolean> {
  const projects = Object(known) as Data;
  const real = await realPath(project).catch(() => project);
  return [project, real].some((path) => (Object(projects[path]) as Data).trust_level === 'trusted');
}

/** What the client has noted; nothing where there is no file, or one that it cannot read either, which is told with its servers. */
async function readNote({ file, folderVariable }: HookTrust, { home, env }: HooksWorld): Promise<Data> {
  const own = env[folderVariable];
  const path = own ? join(own, file.split('/').at(-1) ?? '') : join(home, ...file.split('/'));
  const bytes = await readOptionalFile(path).catch(() => null);
  if (bytes === null) return {};
  try {
    return parseConfig({ format: 'toml' }, bytes.toString('utf8'));
  } catch {
    return {};
  }
}
