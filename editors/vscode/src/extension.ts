// The extension: starts `precept lsp` for the folders that are open, and ends it with them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ExtensionContext, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

/** Called by VS Code with the first YAML file. */
export async function activate(context: ExtensionContext): Promise<void> {
  const module = programFor(context.extensionPath);
  const run = { module, args: ['lsp'], transport: TransportKind.stdio };
  const settings = workspace.getConfiguration('precept');
  client = new LanguageClient(
    'precept',
    'Precept',
    { run, debug: run },
    {
      documentSelector: [{ scheme: 'file', language: 'yaml' }],
      initializationOptions: {
        rulesPath: settings.get('rulesPath'),
        config: settings.get('config'),
        inlayHints: settings.get('inlayHints'),
      },
      synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.yml') },
    },
  );
  await client.start();
}

/** Called by VS Code before it ends. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** The program of the first folder that has one and is trusted, or else the one beside the extension. */
function programFor(extensionPath: string): string {
  const own = path.join(extensionPath, 'dist', 'main.js');
  if (!workspace.isTrusted) return own;
  const installed = (workspace.workspaceFolders ?? []).map(({ uri }) =>
    path.join(uri.fsPath, 'node_modules', 'precept-mcp', 'dist', 'main.js'),
  );
  return installed.find((file) => existsSync(file)) ?? own;
}
