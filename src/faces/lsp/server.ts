import {
  createConnection,
  type InitializeParams,
  type InitializeResult,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import type { ConfigInput } from '../../config/config-input.ts';
import type { EditorPlaces } from '../../editing/projects.ts';
import { version } from '../../model/version.ts';
import { createLogger } from '../../runtime/log.ts';
import type { World } from '../../runtime/world.ts';
import { codeActionKinds, serveEdits } from './edits.ts';
import { createLanes } from './lanes/lanes.ts';
import { createPublisher } from './lanes/publisher.ts';
import { serveLanguageFeatures } from './language-features.ts';
import { createLifetime } from './lifetime.ts';
import { toPath } from './positions.ts';
import { createWorkspace } from './workspace.ts';

/**
 * Serves the Language Server Protocol 3.17 over the streams of `world` until the editor ends it. Settles with the exit code
 * where the streams end first: 0 after a shutdown, else 1; the notification `exit` ends the process with the same. `onFirst` hears when
 * the first problems of a project are there, for which an editor waits.
 */
export async function serveLsp(
  world: World,
  given: Pick<ConfigInput, 'flags' | 'typed'>,
  onFirst: () => void,
): Promise<number> {
  const writer = new StreamMessageWriter(world.stdout);
  const lifetime = createLifetime(writer);
  const connection = createConnection(new StreamMessageReader(world.stdin), writer, {
    messageStrategy: lifetime,
  });
  const log = createLogger('warn', (line) => void world.stderr.write(line));
  const workspace = createWorkspace({ ...world, given, log });
  const lanes = createLanes(workspace, createPublisher(connection), onFirst);
  let wantsHints = false;

  connection.onInitialize((params) => {
    workspace.open(placesOf(params));
    wantsHints = params.initializationOptions?.inlayHints === true;
    return answer();
  });
  connection.onShutdown(() => lanes.close());
  connection.onDidChangeWatchedFiles(({ changes }) => {
    void lanes.changedOnDisk(changes.flatMap(({ uri }) => toPath(uri) ?? []));
  });
  serveLanguageFeatures(connection, workspace, () => wantsHints);
  serveEdits(connection, workspace, lanes);
  workspace.documents.listen(connection);
  connection.listen();

  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) world.stdin.once(event, () => resolve());
    void world.interrupted().then(() => resolve());
  });
  await ended;
  lanes.close();
  return lifetime.isShut() ? 0 : 1;
}

function answer(): InitializeResult {
  return {
    serverInfo: { name: 'precept', version },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      completionProvider: { triggerCharacters: ['.', '|', '{', '+', ' ', '/'] },
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      codeActionProvider: { codeActionKinds },
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      inlayHintProvider: true,
    },
  };
}

/** What the editor says of its folders, and what its user configured. */
function placesOf({ workspaceFolders, rootUri, initializationOptions }: InitializeParams): EditorPlaces {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  const text = (name: string) => {
    const value: unknown = initializationOptions?.[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [config, rulesPath] = [text('config'), text('rulesPath')];
  return {
    folders: uris.flatMap((uri) => toPath(uri) ?? []),
    ...(config !== undefined && { config }),
    ...(rulesPath !== undefined && { rulesPath }),
  };
}
