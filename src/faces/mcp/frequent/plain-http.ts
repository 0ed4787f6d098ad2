import type { Service } from '../../../service/service.ts';
import { serverInfo } from '../instructions.ts';
import { createMeter } from '../meter.ts';
import { callPlainly } from './call-plainly.ts';
import given from './offers.json' with { type: 'json' };
import { modernCall, modernVersion, plainMessage } from './plain-message.ts';

type Era = 'legacy' | 'modern';
type Result = Readonly<Record<string, unknown>>;

/** Bytes of a request that is looked at here at most; the arguments of a call are far smaller. */
const maxLength = 64 * 1024;

const legacyVersions: ReadonlySet<string> = new Set(given.protocolVersions);

/** The era of a request of Streamable HTTP by its headers, where each is as nearly all clients send it; else null. */
export function plainEra({ method, headers }: Request): Era | null {
  const length = headers.get('content-length');
  if (method !== 'POST' || headers.get('content-type') !== 'application/json') return null;
  if (length === null || Number(length) > maxLength) return null;
  const accept = headers.get('accept');
  if (!accept?.includes('application/json') || !accept.includes('text/event-stream')) return null;
  const version = headers.get('mcp-protocol-version');
  const asked = headers.get('mcp-method');
  if (version === modernVersion) return asked === 'tools/call' ? 'modern' : null;
  if (asked !== null || headers.has('mcp-name')) return null;
  return version === null || legacyVersions.has(version) ? 'legacy' : null;
}

/**
 * Answers a call of a tool as the SDK would, without the server that it makes for each request: that takes many times as long as the call.
 * `name` is what the header of the modern era says. Null for what is no plain call, which is for the SDK; nothing was called then.
 */
export async function answerPlainly(
  era: Era,
  text: string,
  name: string | null,
  service: Service,
): Promise<Response | null> {
  const value = parsed(text);
  const call = era === 'modern' ? modernCall(value) : plainMessage(value);
  if (call?.kind !== 'call' || (era === 'modern' && call.name !== name)) return null;
  const meter = service.metrics === null ? null : createMeter(Promise.resolve(service), 'tcp');
  meter?.asked(value as object);
  const result = await callPlainly(call.name, call.given, service);
  if (result === null) return null;
  const answer = {
    result: era === 'modern' ? complete(result) : result,
    ...{ jsonrpc: '2.0', id: call.id },
  };
  meter?.answered(answer);
  const json = JSON.stringify(answer);
  return era === 'modern'
    ? new Response(json, { headers: { 'Content-Type': 'application/json' } })
    : new Response(`event: message\ndata: ${json}\n\n`, { headers: eventStream });
}

const eventStream = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
};

/** A result as the modern era has it. */
function complete(result: Result): Result {
  return {
    ...result,
    resultType: 'complete',
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
