import type { ClientServers } from '../clients/client.ts';
import { programName, programs, serverName, wordsOf } from './entry-words.ts';

/** One server as a client's file has it. */
export type ServerEntry = Readonly<Record<string, string | readonly string[]>>;

/** The words that start Precept where nothing else is asked for. */
export const usualStart: readonly string[] = ['npx', '-y', 'precept-mcp'];

/** The entry that starts Precept by these words under a client on this platform (`win32` for Windows). */
export function serverEntry(
  { extra, needsCmd, isOneList }: ClientServers,
  platform: string,
  start: readonly string[] = usualStart,
): ServerEntry {
  // An agent that works for hours gets the rules as they are by then.
  const words = [...start, '--watch'];
  const isScript = !/\.(?:exe|com)$/i.test(words[0] ?? '') && programName(words[0] ?? '') !== 'node';
  const [command = '', ...args] =
    needsCmd && platform === 'win32' && isScript ? ['cmd', '/c', ...words] : words;
  return { ...extra, ...(isOneList ? { command: [command, ...args] } : { command, args }) };
}

/** The name of an entry that starts Precept, or asks a server of that name, and what it holds; null where there is none. */
export function findEntry(servers: unknown): readonly [string, unknown] | null {
  if (typeof servers !== 'object' || servers === null) return null;
  return Object.entries(servers).find(([name, entry]) => name === serverName || starts(entry)) ?? null;
}

/** Whether an entry's command or one of its arguments is Precept's package or program, whatever its version or folder. */
function starts(entry: unknown): boolean {
  return wordsOf(entry).some((word) => programs.includes(programName(word)));
}
