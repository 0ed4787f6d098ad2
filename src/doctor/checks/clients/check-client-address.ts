import type { ServedClient } from '../../../clients/clients.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { EntryTrouble } from './entry-trouble.ts';

/** Milliseconds that a server has to answer. */
const patience = 3000;

/** What is wrong with the address of a server that a client is to connect to. It is asked for nothing but an answer. */
export async function checkAddress(
  client: ServedClient,
  address: unknown,
  entry: Readonly<Record<string, unknown>>,
): Promise<EntryTrouble[]> {
  const cure = 'Write the address of a server and /mcp, like https://rules.example.com/mcp.';
  if (typeof address !== 'string' || !/^https?:\/\//.test(address) || !URL.canParse(address))
    return [{ message: 'its url is not an http address', cure }];
  const troubles: EntryTrouble[] = [];
  const { addressType } = client.servers;
  if (addressType !== undefined && entry.type === undefined)
    troubles.push({
      message: `it has a url and no "type", without which ${client.name} takes it for a command`,
      cure: `Add "type": "${addressType}".`,
    });
  if (/\$\{/.test(address)) return troubles;
  if (!new URL(address).pathname.replace(/\/$/, '').endsWith('/mcp'))
    return [...troubles, { message: `its url ${address} does not end in /mcp, where MCP is answered`, cure }];
  return [...troubles, ...(await askAddress(address))];
}

/** Certificates are left to the client, which may know other CAs. */
async function askAddress(address: string): Promise<EntryTrouble[]> {
  try {
    const signal = AbortSignal.timeout(patience);
    const headers = { Accept: 'text/event-stream' };
    const response = await fetch(address, { method: 'HEAD', redirect: 'manual', headers, signal });
    if (response.status !== 404) return [];
    const cure = 'Correct its path, or have the server serve MCP there.';
    return [{ message: `nothing is at its url ${address} (404)`, cure }];
  } catch (error) {
    const reason = reasonOf(error);
    if (/ECONNREFUSED/.test(reason))
      return [
        {
          message: `nothing listens at its url ${address}`,
          cure: 'Start the server there ("precept serve"), or correct host and port.',
        },
      ];
    if (/ENOTFOUND/.test(reason))
      return [
        {
          message: `the host of its url ${address} is not known to DNS`,
          cure: 'Check its spelling, the network and the VPN.',
        },
      ];
    return [];
  }
}
