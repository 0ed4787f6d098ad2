import type { ClientId, HookedClient } from '../../../clients/clients.ts';
import { recogniseEvent } from '../../../hooks/clients/clients.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { programName } from '../../../setup/entry-words.ts';
import { type Finding, warn } from '../../finding.ts';
import type { Patient } from '../../patient.ts';
import { checkScript } from './check-client-entry.ts';
import type { EntryTrouble } from './entry-trouble.ts';
import type { HooksFile, HooksWorld } from './hooks-file.ts';
import { isProgram } from './started-program.ts';

export interface CommandWorld extends HooksWorld, Pick<Patient, 'platform'> {
  /** The scopes that there are; null where they are not all known. */
  readonly scopes: () => Promise<readonly string[] | null>;
}

/** Hooks that start a program, or name a scope, that is not there. A client shows nothing of either. */
export async function checkHookCommands(
  [id, { name }]: readonly [ClientId, HookedClient],
  files: readonly HooksFile[],
  world: CommandWorld,
): Promise<Finding[]> {
  const found = new Map<string, Finding>();
  for (const file of files)
    for (const { event, command } of file.hooks)
      for (const { message, cure } of [
        ...showsNothing(command, event, id, name),
        ...(await troublesOf(command, world)),
      ]) {
        const key = `${file.name} ${message}`;
        if (!found.has(key))
          found.set(key, warn('clients', `${name}, the hook ${event} in ${file.name}: ${message}`, cure));
      }
  return [...found.values()];
}

/** A hook that is started for another client, or for an event that it knows nothing of, says nothing, ever. */
function showsNothing(command: string, event: string, id: ClientId, name: string): EntryTrouble[] {
  const given = /\shook\s+(\w+)/.exec(command)?.[1];
  const client = /\s--client[\s=]+([\w-]+)/.exec(command)?.[1] ?? id;
  if (given !== undefined && client !== id)
    return [
      {
        message: `--client is "${client}", whose answers ${name} does not read`,
        cure: `Write --client ${id}.`,
      },
    ];
  if (given === undefined || recogniseEvent(given, client, null) !== null) return [];
  return [
    {
      message: `it is started for "${given}", at which Precept shows nothing in ${name}`,
      cure: `Write ${recogniseEvent(event, id, null)?.event ?? 'an event of docs/hooks.md'} for it.`,
    },
  ];
}

/** A line with quotes or variables is left to the shell that reads it. */
async function troublesOf(command: string, world: CommandWorld): Promise<EntryTrouble[]> {
  if (/["'`$%\\]/.test(command)) return [];
  const [program = '', ...args] = command.trim().split(/\s+/);
  if (!(await isProgram(program, world)))
    return [
      {
        message: `its command "${program}" is not found on this machine`,
        cure: 'Write the path of a program that is there, or of one that the PATH of the client finds.',
      },
    ];
  const script = programName(program) === 'node' ? await checkScript(args, world) : [];
  const at = args.indexOf('--scope');
  const scope = at === -1 ? undefined : args[at + 1];
  const known = scope === undefined ? null : await world.scopes();
  if (scope === undefined || known === null || known.includes(scope)) return script;
  const like = known.length === 0 ? '' : `, like ${nearest(scope, known).join(', ')}`;
  return [
    ...script,
    { message: `--scope is "${scope}", which does not exist`, cure: `Name a scope that exists${like}.` },
  ];
}
