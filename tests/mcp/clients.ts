import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cleanEnvironment, programFile } from '../support/program.ts';

/** What a tool answered: its one text, and whether it says that it failed. */
interface Told {
  readonly text: string;
  readonly isError: boolean;
}

interface Completed {
  readonly ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  readonly argument: { name: string; value: string };
  readonly context?: { arguments: Record<string, string> };
}

/** A client of either SDK generation, connected to the built program; both have the same methods. */
export interface Host {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Told>;
  complete(asked: Completed): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The clients that hosts are built on, by what they negotiate, with the revision they end up with. */
export const generations: readonly { name: string; revision: string }[] = [
  { name: 'SDK 1.x', revision: '2025-11-25' },
  { name: 'SDK 2.x', revision: '2025-11-25' },
  { name: 'SDK 2.x, auto', revision: '2026-07-28' },
  { name: 'SDK 2.x, pinned', revision: '2026-07-28' },
];

const about = { name: 'precept-tests', version: '1.0.0' };

/** Starts the built program with these arguments under a client of this generation. Close it when done. */
export async function connect(
  generation: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Host> {
  const clean = await cleanEnvironment(env);
  const start = {
    command: process.execPath,
    args: [programFile, ...args],
    env: clean,
    cwd: clean.HOME ?? '',
    stderr: 'pipe' as const,
  };
  const client = newClient(generation);
  const transport = generation === 'SDK 1.x' ? new OldTransport(start) : new StdioClientTransport(start);
  // Read and dropped: a full pipe would stop the program.
  transport.stderr?.on('data', () => {});
  await client.connect(transport as StdioClientTransport);
  return {
    client,
    async call(name, args = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [item, ...more] = content;
      if (item?.type !== 'text' || more.length > 0) throw new Error(`${name} did not answer with one text`);
      return { text: item.text, isError: isError === true };
    },
    complete: async (asked) => (await client.complete(asked)).completion.values,
    close: () => client.close(),
  };
}

function newClient(generation: string): Client {
  switch (generation) {
    case 'SDK 1.x':
      return new OldClient(about) as unknown as Client;
    case 'SDK 2.x, auto':
      return new Client(about, { versionNegotiation: { mode: 'auto' } });
    case 'SDK 2.x, pinned':
      return new Client(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    default:
      return new Client(about);
  }
}
