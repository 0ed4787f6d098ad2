import type { Position } from 'vscode-languageserver/node';
import { type FilePlace, type Snapshot, takeSnapshot } from '../../editing/snapshot.ts';
import { markOf } from './positions.ts';
import type { ProjectDocument, Workspace } from './workspace.ts';

/** What an editor asks about: a document, with all that its project holds at this moment. */
export interface Asked extends ProjectDocument {
  readonly snapshot: Snapshot;
  /** Empty for the settings. */
  readonly scope: string;
  /** The units that its byte order mark takes. */
  readonly mark: number;
  readonly text: string;
}

/** Null for a document that belongs to no project. */
export function askAbout(workspace: Workspace, uri: string): Promise<Asked | null> {
  return workspace.priority.first(() => ask(workspace, uri));
}

async function ask(workspace: Workspace, uri: string): Promise<Asked | null> {
  const found = await workspace.find(uri);
  if (found === null) return null;
  const { project, name, path, document } = found;
  const written = document.getText();
  const mark = markOf(written);
  const snapshot = await takeSnapshot(project, await workspace.buffers());
  const [scope = ''] = path === project.config.file ? [] : name.split('/', 1);
  return { ...found, snapshot, scope, mark, text: written.slice(mark) };
}

/** A place in what is asked about. */
export function placeIn(
  { snapshot, name, scope, mark, text, document }: Asked,
  position: Position,
): FilePlace {
  const offset = Math.max(document.offsetAt(position) - mark, 0);
  return { snapshot, name, scope, file: name.slice(scope.length + 1), text, offset };
}
