import { expect } from 'vitest';
import { startIssuer } from '../auth/issuer.ts';
import { missed, readLog } from '../feedback/support.ts';
import { smallContent } from './client.ts';
import { startProxied } from './nginx.ts';

export interface Rollover {
  /** Requests sent while replicas were restarted, by kind. */
  readonly sent: Readonly<Record<string, number>>;
  /** The answers that were not what they should be, and the connections that failed, as text. */
  readonly lost: readonly string[];
  /** Entries of feedback that were acknowledged, and those that are stored. */
  readonly feedback: { readonly acknowledged: number; readonly stored: number };
}

const audience = 'https://rules.example.org';

interface Ask {
  readonly kind: string;
  readonly path: string;
  readonly init: RequestInit;
  /** What a good answer holds. */
  readonly expected: string;
}

/**
 * Restarts two replicas behind nginx one after the other, `rounds` times, while `clients` ask without a pause: pages and rules
 * that nginx has to pass on each time, tools over MCP, reports, reloads.
 */
export async function rollOver({
  rounds,
  clients,
  login,
}: {
  rounds: number;
  clients: number;
  login: boolean;
}): Promise<Rollover> {
  const issuer = login ? await startIssuer() : null;
  const env = issuer ? { PRECEPT_AUTH_ISSUER_URL: issuer.url, PRECEPT_AUTH_AUDIENCE: audience } : {};
  const proxied = await startProxied(smallContent, { env: () => env });
  const authorization = issuer && `Bearer ${await issuer.sign({ aud: audience })}`;
  const sent: Record<string, number> = {};
  const lost: string[] = [];
  let count = 0;
  let acknowledged = 0;
  let over = false;
  /** How often each client has asked for each kind. */
  const turns = Array.from({ length: clients }, () => 0);

  async function client(_: unknown, self: number): Promise<void> {
    for (; !over; turns[self] = (turns[self] ?? 0) + 1) {
      for (const { kind, path, init, expected } of asks(++count)) {
        sent[kind] = (sent[kind] ?? 0) + 1;
        const headers = { ...init.headers, ...(authorization && { authorization }) };
        const outcome = await proxied
          .send(path, { ...init, headers })
          .then(async (response) => ({ status: response.status, text: await response.text() }))
          .catch((error: unknown) => ({ status: 0, text: String(error) }));
        const good = (outcome.status === 200 || outcome.status === 201) && outcome.text.includes(expected);
        if (good && kind === 'feedback') acknowledged += 1;
        if (!good) lost.push(`${kind}: ${outcome.status} ${outcome.text.slice(0, 200)}`);
      }
    }
  }

  /** Waits until each client has asked for each kind, however busy the machine is. */
  async function turn(): Promise<void> {
    const before = [...turns];
    await expect.poll(() => turns.every((count, self) => count > (before[self] ?? 0))).toBe(true);
  }

  const load = turns.map(client);
  await turn();
  for (let round = 0; round < rounds; round += 1) {
    for (const place of [0, 1]) {
      await Promise.all([proxied.restart(place), turn()]);
    }
  }
  over = true;
  await Promise.all(load);
  const stored = (await readLog(proxied.feedbackFile)).length;
  return { sent, lost, feedback: { acknowledged, stored } };
}

function asks(count: number): Ask[] {
  const json = { 'content-type': 'application/json' };
  const call = { name: 'get_rules', arguments: { scope_name: 'shop' } };
  const report = { ...missed, task: `task ${count}` };
  return [
    { kind: 'page', path: '/', init: { headers: { accept: 'text/html' } }, expected: '<html' },
    // A query of its own, so that nginx has no answer to it.
    { kind: 'rules', path: `/api/v1/scopes/shop/rules?x=${count}`, init: {}, expected: 'commandments' },
    {
      kind: 'mcp',
      path: '/mcp',
      init: {
        method: 'POST',
        headers: {
          ...json,
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: count, method: 'tools/call', params: call }),
      },
      expected: 'result',
    },
    {
      kind: 'feedback',
      path: '/api/v1/feedback',
      init: { method: 'POST', headers: json, body: JSON.stringify(report) },
      expected: `task ${count}`,
    },
    { kind: 'reload', path: '/api/v1/reload', init: { method: 'POST' }, expected: 'reloaded' },
  ];
}
