import { amp } from './amp.ts';
import { antigravity } from './antigravity.ts';
import { claude } from './claude.ts';
import type { Client, ClientHooks, ClientServers } from './client.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { gemini } from './gemini.ts';
import { jetbrains } from './jetbrains.ts';
import { junie } from './junie.ts';
import { kiro } from './kiro.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';
import { vscode } from './vscode.ts';
import { zed } from './zed.ts';

/** All clients, by the ids that the command line uses. */
export const clients = {
  claude,
  cursor,
  vscode,
  codex,
  gemini,
  zed,
  copilot,
  qwen,
  opencode,
  devin,
  kiro,
  cline,
  antigravity,
  jetbrains,
  junie,
  amp,
} as const satisfies Record<string, Client>;

export type ClientId = keyof typeof clients;
const clientIds: readonly ClientId[] = Object.keys(clients) as ClientId[];

/** A client whose configuration Precept writes. */
export type ServedClient = Client & { readonly servers: ClientServers };
/** A client that runs hooks of Precept. */
export type HookedClient = Client & { readonly hooks: ClientHooks };

/** The clients that `precept init` sets up. */
export const servedClients: readonly (readonly [ClientId, ServedClient])[] = all().flatMap(([id, client]) =>
  isServed(client) ? [[id, client]] : [],
);
/** The clients that `precept hook` answers. */
export const hookedClients: readonly (readonly [ClientId, HookedClient])[] = all().flatMap(([id, client]) =>
  isHooked(client) ? [[id, client]] : [],
);

/** The clients that `precept eval` runs by their ids. */
export const agentIds: readonly ClientId[] = all().flatMap(([id, { agent }]) =>
  agent === undefined ? [] : [id],
);

/** The client of this id, or of this name in MCP's `clientInfo`, where some add that of the server; null for one that is not known. */
export function clientCalled(name: string): readonly [ClientId, Client] | null {
  const said = name.toLowerCase();
  const isCalled = (known: string) => said === known || said.startsWith(`${known}-`);
  return (
    all().find(
      ([id, { saysItIs }]) => id === said || saysItIs.some((known) => isCalled(known.toLowerCase())),
    ) ?? null
  );
}

function all(): readonly (readonly [ClientId, Client])[] {
  return clientIds.map((id) => [id, clients[id]]);
}

function isServed(client: Client): client is ServedClient {
  return client.servers !== null;
}

function isHooked(client: Client): client is HookedClient {
  return client.hooks !== null;
}
