import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/** An editor that does what is measured, and no more. */
export interface BenchEditor {
  readonly child: ChildProcess;
  /** Opens a file, and settles when its problems are there. */
  open(path: string): Promise<void>;
  /** Puts a character at the place of an opened file, or takes it away again; settles when its problems are there. */
  touch(path: string, line: number): Promise<void>;
  completion(path: string, line: number, character: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `node …args` in a folder, and settles when it has answered `initialize`. */
export async function startEditor(args: readonly string[], folder: string): Promise<BenchEditor> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const waiting = new Map<string, () => void>();
  connection.onNotification('textDocument/publishDiagnostics', (shown: PublishDiagnosticsParams) =>
    waiting.get(`${shown.uri} ${shown.version}`)?.(),
  );
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  const workspaceFolders = [{ uri: rootUri, name: 'bench' }];
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders,
    capabilities: {},
  });
  await connection.sendNotification('initialized', {});

  const versions = new Map<string, number>();
  const shown = (uri: string, version: number) =>
    new Promise<void>((resolve) => waiting.set(`${uri} ${version}`, resolve));
  return {
    child,
    async open(path) {
      const uri = pathToFileURL(path).href;
      versions.set(uri, 1);
      const text = await readFile(path, 'utf8');
      const there = shown(uri, 1);
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'yaml', version: 1, text },
      });
      await there;
    },
    async touch(path, line) {
      const uri = pathToFileURL(path).href;
      const version = (versions.get(uri) ?? 1) + 1;
      versions.set(uri, version);
      const start = { line, character: 4 };
      const isTyped = version % 2 === 0;
      const change = isTyped
        ? { range: { start, end: start }, text: 'x' }
        : { range: { start, end: { line, character: 5 } }, text: '' };
      const there = shown(uri, version);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [change],
      });
      await there;
    },
    async completion(path, line, character) {
      const textDocument = { uri: pathToFileURL(path).href };
      const position = { line, character };
      const items = await connection.sendRequest('textDocument/completion', { textDocument, position });
      return (items as readonly unknown[]).length;
    },
    async stop() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await ended;
    },
  };
}
