import type { RequestId } from '@modelcontextprotocol/server';

/** What a message holds whose every part is as nearly all clients send it. All others are for the SDK, which knows what is wrong with them. */
export type PlainMessage =
  | { readonly kind: 'initialize'; readonly id: RequestId; readonly protocolVersion: string }
  | { readonly kind: 'initialized' }
  | { readonly kind: 'cancelled'; readonly requestId: RequestId }
  | { readonly kind: 'list'; readonly id: RequestId; readonly method: string }
  | { readonly kind: 'call'; readonly id: RequestId; readonly name: string; readonly given: Members };

type Members = Readonly<Record<string, unknown>>;

/** How the protocol's own members of `_meta` begin. */
const prefix = 'io.modelcontextprotocol/';

/** The first version of the protocol without a handshake. */
export const modernVersion = '2026-07-28';

/** Requests that say no more than their name. */
const bare: ReadonlySet<unknown> = new Set([
  'ping',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** A plain message of the era with a handshake; null for any other. */
export function plainMessage(value: unknown): PlainMessage | null {
  if (!isObject(value) || value.jsonrpc !== '2.0' || !has(value, ['jsonrpc', 'id', 'method', 'params']))
    return null;
  const { id, method, params = {} } = value;
  if (!isObject(params) || !isPlainMeta(params._meta)) return null;
  if ('id' in value) return isId(id) ? plainRequest(id, method, params) : null;
  if (method === 'notifications/initialized' && has(params, ['_meta'])) return { kind: 'initialized' };
  if (method !== 'notifications/cancelled' || !has(params, ['_meta', 'requestId', 'reason'])) return null;
  const { requestId, reason = '' } = params;
  return isId(requestId) && typeof reason === 'string' ? { kind: 'cancelled', requestId } : null;
}

/** A plain call of a tool in the era without a handshake, where each request says of itself what it speaks; null for any other message. */
export function modernCall(value: unknown): PlainMessage | null {
  const params = isObject(value) && isObject(value.params) ? value.params : {};
  const { _meta: meta, ...rest } = params;
  if (!isObject(value) || !isEnvelope(meta)) return null;
  return plainMessage({ ...value, params: rest });
}

function isEnvelope(meta: unknown): boolean {
  const names = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((name) => prefix + name);
  if (!isObject(meta) || !has(meta, names)) return false;
  const [spoken, client, capabilities] = names.map((name) => meta[name]);
  return spoken === modernVersion && isClient(client) && areCapabilities(capabilities);
}

function plainRequest(id: RequestId, method: unknown, params: Members): PlainMessage | null {
  if (bare.has(method)) return has(params, ['_meta']) ? { kind: 'list', id, method: String(method) } : null;
  if (method === 'tools/call') {
    const { name, arguments: given = {} } = params;
    const isPlain = typeof name === 'string' && isObject(given) && !Object.hasOwn(given, '__proto__');
    return isPlain && has(params, ['_meta', 'name', 'arguments']) ? { kind: 'call', id, name, given } : null;
  }
  if (method !== 'initialize' || !has(params, ['protocolVersion', 'capabilities', 'clientInfo'])) return null;
  const { protocolVersion, capabilities, clientInfo } = params;
  if (typeof protocolVersion !== 'string' || !areCapabilities(capabilities) || !isClient(clientInfo))
    return null;
  return { kind: 'initialize', id, protocolVersion };
}

/** Nothing in it counts but a token for progress, which no tool reports. */
function isPlainMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isObject(meta) || Object.keys(meta).some((key) => key.startsWith(prefix))) return false;
  return meta.progressToken === undefined || isId(meta.progressToken);
}

function isClient(info: unknown): boolean {
  if (!isObject(info) || !has(info, ['name', 'version', 'title', 'websiteUrl', 'description'])) return false;
  const { name, version } = info;
  const isNamed = typeof name === 'string' && typeof version === 'string';
  return isNamed && Object.values(info).every((text) => typeof text === 'string');
}

function areCapabilities(given: unknown): boolean {
  if (!isObject(given) || !has(given, ['roots', 'sampling', 'elicitation', 'experimental', 'extensions']))
    return false;
  return Object.entries(given).every(([name, one]) => {
    if (!isObject(one)) return false;
    if (name === 'roots') return has(one, ['listChanged']) && isFlag(one.listChanged);
    return Object.values(one).every((part) => isObject(part) && !('applyDefaults' in part));
  });
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function has(value: Members, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
