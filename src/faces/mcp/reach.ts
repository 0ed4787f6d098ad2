import type { Service } from '../../service/service.ts';

/** Milliseconds that a client stays at least, unless it uses something: one that lists the tools and leaves is a probe. */
const stay = 5000;

/** Requests that use what is served, and the tools that ask for guidance. */
const uses: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);
const asking: ReadonlySet<string> = new Set(['find_guidance', 'get_category_index', 'get_rules']);
/** The prompt and the resources that give the same. */
const askingPrompt = 'apply_scope_rules';
const askingResource = /^precept:\/\/scopes\/[^/]+\/(?:rules|index)(?:\/|$)/;
const infoKey = 'io.modelcontextprotocol/clientInfo';

interface Message {
  readonly method?: unknown;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly clientInfo?: { readonly name?: unknown };
    readonly _meta?: Readonly<Record<string, { readonly name?: unknown } | undefined>>;
  };
}

/** Counts whether the session of one connection is reached: that it is one, and that its agent asks. */
export interface ReachNotes {
  /** Takes notice of a message from the client. */
  note(message: object): void;
  close(): void;
}

export function noteReach(service: Promise<Service>): ReachNotes {
  let client: unknown;
  let timer: NodeJS.Timeout | undefined;
  const done = new Set<'connected' | 'asked'>();
  const reach = (what: 'connected' | 'asked') => {
    if (done.has(what)) return;
    done.add(what);
    clearTimeout(timer);
    void service.then(
      ({ usage }) => usage.reached(client, what),
      () => {},
    );
  };
  return {
    note(message) {
      const { method, params } = message as Message;
      if (typeof method !== 'string' || done.size === 2) return;
      // The client names itself once, or with each request of the modern era.
      client ??= params?.clientInfo?.name ?? params?._meta?.[infoKey]?.name;
      if (timer === undefined) timer = setTimeout(() => reach('connected'), stay).unref();
      if (!uses.has(method)) return;
      reach('connected');
      if (asks(method, params)) reach('asked');
    },
    close: () => clearTimeout(timer),
  };
}

function asks(method: string, params: Message['params']): boolean {
  if (method === 'tools/call') return asking.has(String(params?.name));
  if (method === 'prompts/get') return params?.name === askingPrompt;
  return askingResource.test(String(params?.uri));
}
