import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import {
  createProtocolConnection,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { afterFile } from '../support/after-file.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';

/** An editor without a screen: it speaks the protocol to a server of its own, and keeps what that publishes. */
export interface Editor {
  readonly connection: ProtocolConnection;
  readonly answer: InitializeResult;
  uri(name: string): string;
  /** Opens a file; with a text, as if that had been typed into it. */
  open(name: string, text?: string): Promise<void>;
  /** Puts a text in the place of what is in the buffer. */
  type(name: string, text: string): Promise<void>;
  save(name: string): Promise<void>;
  close(name: string): Promise<void>;
  text(name: string): string;
  /** Settles when something is shown for the last versions of these open files. */
  judged(names: readonly string[]): Promise<void>;
  /** What is shown for an open file once the server has seen its last version. */
  problems(name: string): Promise<PublishDiagnosticsParams['diagnostics']>;
  /** What was published last for a file; undefined where nothing was. */
  shown(name: string): PublishDiagnosticsParams | undefined;
  /** Everything that was published, in order; a test that goes on for long empties it. */
  readonly published: PublishDiagnosticsParams[];
  request<Answer>(method: string, params: object): Promise<Answer>;
  /** Asks about a place of a file: `method` is what follows `textDocument/`. */
  at<Answer>(method: string, name: string, place: Place, more?: object): Promise<Answer>;
  /** The exit code of the server. */
  readonly ended: Promise<number | null>;
  /** Ends the server's input. */
  hangUp(): void;
  stop(): Promise<number | null>;
  stderr(): string;
}

/** A line and a character from 0, or a text in the file and how far into it. */
export type Place = readonly [line: number, character: number] | string;

/** Starts a server and opens a folder in it. */
export async function startEditor(
  folder: string,
  {
    program = programFile,
    argv = ['lsp', '--stdio'],
    env = {},
    params = {},
    isInitialized = true,
  }: {
    /** The program; the one that is built for the tests where it is left out. */
    readonly program?: string;
    readonly argv?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly params?: Partial<InitializeParams>;
    /** Whether the server is told what the editor is. */
    readonly isInitialized?: boolean;
  } = {},
): Promise<Editor> {
  const child = spawn(process.execPath, [program, ...argv], {
    env: await cleanEnvironment(env),
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  afterFile(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published: PublishDiagnosticsParams[] = [];
  const last = new Map<string, PublishDiagnosticsParams>();
  const waiting: (() => void)[] = [];
  connection.onNotification('textDocument/publishDiagnostics', (one: PublishDiagnosticsParams) => {
    published.push(one);
    last.set(one.uri, one);
    for (const resolve of waiting.splice(0)) resolve();
  });
  connection.onRequest('client/registerCapability', () => null);
  connection.onError(() => {});
  connection.listen();
  const root = pathToFileURL(folder).href;
  const initialize = async () => {
    const answer = await connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: root,
      workspaceFolders: [{ uri: root, name: 'tests' }],
      capabilities: {},
      ...params,
    });
    await connection.sendNotification('initialized', {});
    return answer;
  };
  const answer = isInitialized ? await initialize() : { capabilities: {} };

  const open = new Map<string, { version: number; text: string }>();
  const uri = (name: string) => pathToFileURL(path.join(folder, name)).href;
  const shown = (name: string) => last.get(uri(name));
  const text = (name: string) => open.get(name)?.text ?? '';
  const placeOf = (name: string, place: Place) => {
    if (typeof place !== 'string') return { line: place[0], character: place[1] };
    // `|` says where in the words the place is; without it, at their start.
    const words = place.replace('|', '');
    const offset = text(name).indexOf(words) + Math.max(place.indexOf('|'), 0);
    expect(text(name), `${name} holds ${words}`).toContain(words);
    const before = text(name).slice(0, offset).split('\n');
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  const editor: Editor = {
    connection,
    answer,
    uri,
    async open(name, typed) {
      const saved = typed ?? (await readFile(path.join(folder, name), 'utf8'));
      open.set(name, { version: 1, text: saved });
      const textDocument = { uri: uri(name), languageId: 'yaml', version: 1, text: saved };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
    },
    async type(name, typed) {
      const version = (open.get(name)?.version ?? 0) + 1;
      open.set(name, { version, text: typed });
      const textDocument = { uri: uri(name), version };
      await connection.sendNotification('textDocument/didChange', {
        textDocument,
        contentChanges: [{ text: typed }],
      });
    },
    async save(name) {
      await connection.sendNotification('textDocument/didSave', { textDocument: { uri: uri(name) } });
    },
    async close(name) {
      open.delete(name);
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri(name) } });
    },
    text,
    async judged(names) {
      const isLate = (name: string) => shown(name)?.version !== open.get(name)?.version;
      while (names.some(isLate)) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async problems(name) {
      await expect.poll(() => shown(name)?.version).toBe(open.get(name)?.version);
      return shown(name)?.diagnostics ?? [];
    },
    shown,
    published,
    request: (method, given) => connection.sendRequest(method, given),
    at: (method, name, place, more = {}) =>
      connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri: uri(name) },
        position: placeOf(name, place),
        ...more,
      }),
    ended,
    hangUp: () => void child.stdin.end(),
    async stop() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return ended;
    },
    stderr: () => errors,
  };
  return editor;
}
