import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpApp } from '../../src/faces/http/app.ts';
import { startListener } from '../../src/faces/http/listener/listener.ts';
import { createLogger } from '../../src/runtime/log.ts';
import type { Format } from '../../src/service/answer.ts';
import { afterFile } from '../support/after-file.ts';
import { ask } from '../support/ask.ts';
import { type TestService, testService } from '../support/service.ts';

type Files = Parameters<typeof testService>[0];
type Settings = NonNullable<Parameters<typeof testService>[1]>;

/** One request that a server got: method, path with query, headers. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Stub {
  readonly url: string;
  readonly port: number;
  /** Everything asked so far. */
  readonly seen: Seen[];
  close(): Promise<void>;
}

/** What a server does before it answers: an answer instead of its own, or nothing, when it likes. */
export type Before = (request: Request) => Promise<Response | undefined>;

export interface Server extends TestService {
  readonly url: string;
  readonly seen: Seen[];
  before: Before;
  close(): Promise<void>;
}

/** Has `close` called after the file's tests unless it was called before. */
export function closeLater(close: () => Promise<void>): () => Promise<void> {
  let closed = false;
  const once = async () => {
    if (closed) return;
    closed = true;
    await close();
  };
  afterFile(once);
  return once;
}

/** A real Precept server on a free port of loopback, over a new rules folder. */
export async function startServer(files: Files, settings: Settings = {}): Promise<Server> {
  const opened = await testService(files, settings);
  return Object.assign(await serve(opened), opened);
}

/** Puts a service behind a listener. */
export async function serve(opened: TestService): Promise<Omit<Server, keyof TestService>> {
  const seen: Seen[] = [];
  const app = createHttpApp(opened.service, { readAsset: async () => null });
  const counted = {
    ...app,
    async fetch(request: Request) {
      const { pathname, search } = new URL(request.url);
      seen.push({
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
      });
      return (await server.before(request)) ?? app.fetch(request);
    },
  };
  const log = createLogger('error', () => {});
  const listener = await startListener(counted, { host: '127.0.0.1', port: 0, log });
  const server = {
    url: listener.url,
    seen,
    before: (async () => undefined) as Before,
    close: closeLater(listener.close),
  };
  return server;
}

/** An HTTP server that answers as `handle` says, on a free port of loopback or on the one given. */
export async function startStub(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  port = 0,
): Promise<Stub> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Seen['headers'],
    });
    response.on('error', () => {});
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const actual = (server.address() as AddressInfo).port;
  const close = closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${actual}`, port: actual, seen, close };
}

/** A handler that gives one JSON body, or one by path, for everything; undefined is a 404 that is not ours. */
export function json(
  body: unknown | ((path: string) => unknown),
  delay = 0,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const data = typeof body === 'function' ? (body as (path: string) => unknown)(request.url ?? '') : body;
    const answer = () => {
      response.writeHead(data === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(data ?? { detail: 'nothing here' }));
    };
    if (delay > 0) setTimeout(answer, delay);
    else answer();
  };
}

/** The least bundle, with these parts. */
export function bundle(scope: string, parts: object = {}): Record<string, unknown> {
  return {
    format: 1,
    scope_name: scope,
    metadata: { description: '', tags: {}, sources: ['local'] },
    ...parts,
  };
}

/** Rules of a bundle from texts by category. */
export function bundled(scope: string, categories: Readonly<Record<string, readonly string[]>>): object {
  const origin = { server: 'local', scope, file: `${scope}/commandments.yml`, line: 2 };
  return Object.fromEntries(
    Object.entries(categories).map(([name, texts]) => [
      name,
      { when: null, tags: [], rules: texts.map((text) => ({ text, origin })) },
    ]),
  );
}

/** Local content that every reader of the fault tests has. */
export const localContent: Files = {
  'shop/metadata.yml': 'description: The local shop\n',
  'shop/commandments.yml': 'local:\n  ruleset: [Keep calm]\n',
};

/** A service with these masters that waits for them as long as a busy machine takes. */
export function reader(
  masters: readonly string[],
  files: Files = localContent,
  settings: Settings = {},
): Promise<TestService> {
  return testService(files, {
    master_server_url: masters,
    remote_timeout_seconds: 60,
    remote_max_retries: 0,
    remote_retry_seconds: 0.4,
    ...settings,
  });
}

export interface Rules {
  readonly metadata: {
    readonly description: string;
    readonly tags: Readonly<Record<string, string>>;
    readonly sources: readonly string[];
    readonly parent: null;
  };
  readonly commandments: Readonly<Record<string, RuleGroup>>;
  readonly suggestions: Readonly<Record<string, RuleGroup>>;
  readonly template_failures?: readonly {
    readonly element_identifier: string;
    readonly error_message: string;
  }[];
  readonly warnings?: readonly string[];
  readonly unavailable?: readonly { readonly url: string; readonly reason: string; readonly since: string }[];
}

interface RuleGroup {
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly rules: readonly string[];
}

/** The JSON answer of an operation. */
export async function asked<Shape>(
  { service }: Pick<TestService, 'service'>,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  format: Format = 'json',
): Promise<Shape> {
  return JSON.parse(await ask(service, operation, input, format)) as Shape;
}

/** The rules of a scope as JSON. */
export function rulesOf(from: Pick<TestService, 'service'>, scope = 'shop', debug = false): Promise<Rules> {
  return asked<Rules>(from, 'get_rules', { scope_name: scope, debug });
}

/** Rule texts by category. */
export function texts(groups: Readonly<Record<string, RuleGroup>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(groups).map(([name, { rules }]) => [name, rules]));
}

/** Log lines at level warn or error. */
export function warnings({ logged }: Pick<TestService, 'logged'>): string[] {
  return logged.filter((line) => /^precept (?:warn|error):/.test(line));
}
