import type { Connection, Diagnostic } from 'vscode-languageserver/node';
import type { Project } from '../../../editing/project.ts';

/** What an editor is to show for a file; the version is that of the text which was judged, where it is open. */
export interface Shown {
  readonly uri: string;
  readonly diagnostics: Diagnostic[];
  readonly version?: number;
}

/** Sends diagnostics, and knows which an editor shows. */
export interface Publisher {
  /** What is wrong with a file now; nothing is sent where the editor shows that already. */
  publish(project: Project, path: string, shown: Shown): void;
  /** Takes back what is shown for files of a project that are not among `shown`. */
  clear(project: Project, shown: ReadonlySet<string>): void;
  log(message: string): void;
}

export function createPublisher(connection: Connection): Publisher {
  /** By path: what was sent, and for which rules folder. */
  const sent = new Map<string, { readonly uri: string; readonly text: string; readonly owner: string }>();
  return {
    publish({ rulesPath: owner }, path, shown) {
      const text = JSON.stringify(shown);
      if (sent.get(path)?.text === text) return;
      sent.set(path, { uri: shown.uri, text, owner });
      void connection.sendDiagnostics(shown);
    },
    clear({ rulesPath }, shown) {
      for (const [path, { uri, owner }] of sent) {
        if (shown.has(path) || owner !== rulesPath) continue;
        sent.delete(path);
        void connection.sendDiagnostics({ uri, diagnostics: [] });
      }
    },
    log: (message) => connection.console.error(message),
  };
}
