import type { Position } from 'vscode-languageserver/node';
import { type OpenFile, openFile } from '../../editing/open-file.ts';
import { markOf } from './positions.ts';
import type { ProjectDocument, Workspace } from './workspace.ts';

/** What an editor asks about: a document, with what its scope holds and inherits at this moment. */
export interface Asked extends ProjectDocument {
  readonly file: OpenFile;
  /** The units that its byte order mark takes. */
  readonly mark: number;
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
  const text = written.slice(mark);
  const file = await openFile(project, await workspace.buffers(), { name, scope, text });
  return { ...found, file, mark };
}

/** A place in the text of what is asked about. */
export function offsetIn({ mark, document }: Asked, position: Position): number {
  return Math.max(document.offsetAt(position) - mark, 0);
}
