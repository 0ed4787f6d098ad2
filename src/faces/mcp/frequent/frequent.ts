import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { Service } from '../../../service/service.ts';
import { offeredTools } from '../../../service/tasks/offered-tools.ts';
import { instructions, serverInfo } from '../instructions.ts';
import { listScopeResources } from '../lists/scope-resources.ts';
import given from './offers.json' with { type: 'json' };
import { type PlainMessage, plainMessage } from './plain-message.ts';

type Result = Readonly<Record<string, unknown>>;

/** What the SDK made of the operations; `npm run generate` writes it. */
const offers: {
  readonly protocolVersions: readonly string[];
  readonly tools: readonly {
    readonly name: string;
    readonly mcp: { readonly onlyWith?: string };
    readonly tool: object;
  }[];
  readonly prompts: readonly object[];
  readonly plain: { readonly capabilities: object; readonly resourceTemplates: readonly object[] };
  readonly withSkills: { readonly capabilities: object; readonly resourceTemplates: readonly object[] };
} = given;

/** What the SDK has to be told of a connection before it takes over a part of it. */
export interface Handshake {
  readonly initialize: JSONRPCMessage;
  /** What followed it, once it has come. */
  readonly initialized: JSONRPCMessage | null;
}

/**
 * Answers what every host asks of a server when it starts, and calls of tools, each as the SDK would, without it: loading it and making its
 * schemas takes longer than all the rest of a start. What is not plain, or fails, is left to the SDK.
 */
export interface Frequent {
  /** What takes a message; null where the SDK has to. */
  taking(value: unknown): (() => void) | null;
  handshake(): Handshake | null;
}

interface Parts {
  readonly service: Promise<Service>;
  send(message: JSONRPCMessage): Promise<void>;
  /** Has the SDK answer. */
  leave(message: JSONRPCMessage): void;
  onerror(error: Error): void;
  /** Called once, with the answer to the handshake. */
  opened(service: Service): void;
}

export function createFrequent({ service, send, leave, onerror, opened }: Parts): Frequent {
  let state: 'new' | 'open' | 'off' = 'new';
  let handshake: { initialize: JSONRPCMessage; initialized: JSONRPCMessage | null } | null = null;
  /** Settles with the answer to the handshake; what is asked with it comes after that. */
  let begun: Promise<void> = Promise.resolve();
  const running = new Map<RequestId, { isCancelled: boolean }>();

  const answer = async (
    message: JSONRPCMessage,
    id: RequestId,
    work: () => Promise<Result | null>,
    after = begun,
  ) => {
    const run = { isCancelled: false };
    running.set(id, run);
    await after;
    const result = await work().catch(() => null);
    if (running.get(id) === run) running.delete(id);
    if (run.isCancelled) return;
    if (result === null) return leave(message);
    await send({ result, jsonrpc: '2.0', id } as JSONRPCMessage).catch((error) =>
      onerror(new Error(`Failed to send response: ${error}`)),
    );
  };
  const initialize = async (protocolVersion: string) => {
    const known = await service.catch(() => null);
    if (known !== null) opened(known);
    return initializeResult(protocolVersion, known?.config.settings.skills ?? false);
  };
  const takeOpen = (message: JSONRPCMessage, plain: PlainMessage): (() => void) | null => {
    switch (plain.kind) {
      case 'initialized':
        return () => {
          if (handshake !== null) handshake.initialized ??= message;
        };
      case 'cancelled': {
        const run = running.get(plain.requestId);
        return run === undefined
          ? null
          : () => {
              run.isCancelled = true;
            };
      }
      case 'list':
        return () => void answer(message, plain.id, () => listed(plain.method, service));
      case 'call':
        return () => void answer(message, plain.id, () => called(plain, service));
      default:
        return null;
    }
  };
  return {
    handshake: () => handshake,
    taking(value) {
      if (state === 'off') return null;
      const plain = plainMessage(value);
      const message = value as JSONRPCMessage;
      if (state === 'open' && plain !== null && plain.kind !== 'initialize') return takeOpen(message, plain);
      if (state === 'open' && plain === null && !isHandshake(value)) return null;
      if (state === 'new' && plain?.kind === 'initialize' && isKnown(plain.protocolVersion)) {
        state = 'open';
        handshake = { initialize: message, initialized: null };
        return () => {
          begun = answer(message, plain.id, () => initialize(plain.protocolVersion));
        };
      }
      state = 'off';
      return null;
    },
  };
}

/** Whether a message begins anew, so that what was agreed on no longer counts. */
function isHandshake(value: unknown): boolean {
  return (value as { readonly method?: unknown } | null)?.method === 'initialize';
}

function isKnown(protocolVersion: string): boolean {
  return offers.protocolVersions.includes(protocolVersion);
}

function initializeResult(protocolVersion: string, skills: boolean): Result {
  const { capabilities } = skills ? offers.withSkills : offers.plain;
  return { protocolVersion, capabilities, serverInfo, instructions };
}

async function listed(method: string, ready: Promise<Service>): Promise<Result | null> {
  switch (method) {
    case 'ping':
      return {};
    case 'prompts/list':
      return { prompts: offers.prompts };
    case 'tools/list': {
      const offered = await offeredTools(offers.tools, await ready);
      return { tools: offered.map(({ tool }) => tool) };
    }
    case 'resources/list':
      return { resources: await listScopeResources(await ready) };
    case 'resources/templates/list': {
      const { config } = await ready;
      const { resourceTemplates } = config.settings.skills ? offers.withSkills : offers.plain;
      return { resourceTemplates };
    }
    default:
      return null;
  }
}

async function called(
  { name, given }: PlainMessage & { readonly kind: 'call' },
  ready: Promise<Service>,
): Promise<Result | null> {
  const { callPlainly } = await import('./call-plainly.ts');
  return callPlainly(name, given, await ready);
}
