import type { Position } from 'vscode-languageserver/node';
import { type FilePlace, type Snapshot, takeSnapshot } from '../../editing/snapshot.ts';
import { markOf } from './positions.ts';
import type { ProjectDocument, Workspace } from './workspace.ts';

/** What an editor asks about: a document, with what its scope holds and inherits at this moment. */
export interface Asked extends ProjectDocument {
  readonly snapshot: Snapshot;
  /** Empty for the settings. */
  readonly scope: string;
  /** The units that its byte order mark takes. */
  readonly mark: number;
  readonly text: string;
}

/** Answers about a document before any judging goes on; null for one that belongs to no project. */
export function answerAbout<Answer>(
  workspace: Workspace,
  uri: string,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<Answer | null> {
  return workspace.priority.first(async () => {
    const asked = await ask(workspace, uri);
    return asked === null ? null : answer(asked);
  });
}

async function ask(workspace: Workspace, uri: string): Promise<Asked | null> {
  const found = await workspace.find(uri);
  if (found === null) return null;
  const { project, name, path, document } = found;
  const written = document.getText();
  const mark = markOf(written);
  const [scope = ''] = path === project.config.file ? [] : name.split('/', 1);
  const snapshot = await takeSnapshot(project, await workspace.buffers(), scope);
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
