import type { McpServer } from '@modelcontextprotocol/server';
import { toolNames } from '../../model/names/tool-names.ts';
import type { Metrics } from '../../runtime/metrics.ts';
import type { Service } from '../../service/service.ts';

/** Durations of MCP requests, by the names of OpenTelemetry's conventions for generative AI. */
const durations = {
  name: 'mcp_server_operation_duration_seconds',
  help: 'Time to answer an MCP request, by method and tool.',
};

/** What a client may ask; all else is one label, so that clients cannot make up more. */
const methods: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'server/discover', 'completion/complete', 'logging/setLevel'],
  ...['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'subscriptions/listen'],
  ...[
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'resources/subscribe',
    'resources/unsubscribe',
  ],
  ...['skills/list', 'skills/get'],
]);
const tools: ReadonlySet<string> = new Set(toolNames);

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: unknown };
  readonly result?: { readonly isError?: unknown };
  readonly error?: { readonly code?: unknown };
}

interface Asked {
  readonly method: string;
  readonly tool: string;
  readonly since: number;
}

interface Wire {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  send(message: never, options?: never): Promise<void>;
}

/** Requests without an answer that are remembered. */
const maxOpen = 10_000;

/** Measures how long each request takes that comes over one connection, where the service keeps metrics. */
export interface Meter {
  /** Takes notice of a message from the client. */
  asked(message: object): void;
  /** Takes notice of a message to the client. */
  answered(message: object): void;
}

export function createMeter(service: Promise<Service>, transport: 'pipe' | 'tcp'): Meter {
  const open = new Map<string | number, Asked>();
  let metrics: Promise<Metrics | null> | null = service.then(
    (opened) => opened.metrics?.open() ?? null,
    () => null,
  );
  void metrics.then((found) => {
    if (found === null) metrics = null;
  });
  return {
    asked(message) {
      const { id, method, params } = message as Message;
      if (metrics === null || id === undefined || typeof method !== 'string' || open.size >= maxOpen) return;
      const tool = method === 'tools/call' ? String(params?.name) : '';
      open.set(id, { method, tool, since: performance.now() });
    },
    answered(message) {
      const answer = message as Message;
      const asked = answer.id === undefined || answer.method !== undefined ? undefined : open.get(answer.id);
      if (asked === undefined || answer.id === undefined) return;
      open.delete(answer.id);
      const seconds = (performance.now() - asked.since) / 1000;
      void metrics?.then((found) => found?.observe(durations, labelsOf(asked, answer, transport), seconds));
    },
  };
}

/** Measures the requests of one server. To be called before it is connected. */
export function meter({ server }: McpServer, service: Promise<Service>): void {
  const { asked, answered } = createMeter(service, 'tcp');
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const wire = transport as unknown as Wire;
    const before = wire.onmessage;
    wire.onmessage = (message: never, extra?: never) => {
      asked(message);
      before?.(message, extra);
    };
    const send = wire.send.bind(wire);
    wire.send = (message: never, options?: never) => {
      answered(message);
      return send(message, options);
    };
    return connect(transport);
  };
}

function labelsOf(
  { method, tool }: Asked,
  { result, error }: Message,
  transport: string,
): Record<string, string> {
  const code = error === undefined ? '' : String(Number(error.code));
  return {
    mcp_method_name: methods.has(method) ? method : 'other',
    gen_ai_tool_name: tool === '' || tools.has(tool) ? tool : 'other',
    error_type: code !== '' ? code : result?.isError === true ? 'tool_error' : '',
    rpc_response_status_code: code,
    network_transport: transport,
  };
}
