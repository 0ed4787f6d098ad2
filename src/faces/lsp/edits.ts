import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Connection,
  type Diagnostic,
  LSPErrorCodes,
  type Range,
  ResponseError,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { OpenFile } from '../../editing/open-file.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { toDiagnostic } from './lanes/diagnostic.ts';
import type { Lanes } from './lanes/lanes.ts';
import { type Asked, answerAbout, offsetIn } from './place.ts';
import { markOf, toRange } from './positions.ts';
import type { ProjectDocument, Workspace } from './workspace.ts';

type RenameEdit = Extract<Awaited<ReturnType<OpenFile['rename']>>, readonly unknown[]>[number];

export const codeActionKinds: string[] = [CodeActionKind.QuickFix, `${CodeActionKind.SourceFixAll}.precept`];

/** Answers with edits: fixes of problems that need no decision, and renames. */
export function serveEdits(connection: Connection, workspace: Workspace, lanes: Lanes): void {
  connection.onCodeAction(async (params) => {
    const found = await workspace.find(params.textDocument.uri);
    return found === null ? null : codeActions(found, params, workspace, lanes);
  });
  connection.onPrepareRename(({ textDocument, position }) =>
    answerAbout(workspace, textDocument.uri, async (asked) => {
      const found = await asked.file.renamable(offsetIn(asked, position));
      return found === null ? null : { range: toRange(found.range, asked.mark), placeholder: found.name };
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    answerAbout(workspace, textDocument.uri, async (asked) => {
      const edits = await asked.file.rename(offsetIn(asked, position), newName);
      return 'refused' in edits
        ? new ResponseError(LSPErrorCodes.RequestFailed, `${edits.refused}.`)
        : { changes: changesOf(edits, asked, workspace) };
    }),
  );
}

function changesOf(
  edits: readonly RenameEdit[],
  { project }: Asked,
  workspace: Workspace,
): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, range, text } of edits) {
    const path = project.pathOf(file);
    const uri = workspace.uriOf(path);
    changes[uri] ??= [];
    changes[uri].push({ range: toRange(range, workspace.markIn(path)), newText: text });
  }
  return changes;
}

async function codeActions(
  found: ProjectDocument,
  { range, context: { only } }: CodeActionParams,
  workspace: Workspace,
  lanes: Lanes,
): Promise<CodeAction[]> {
  const { project, document } = found;
  const problems = await lanes.of(project).problemsOf(found);
  const wants = (kind: string) => only === undefined || only.some((one) => `${kind}.`.startsWith(`${one}.`));
  const mark = markOf(document.getText());
  const edit = (fixed: readonly Problem[]): WorkspaceEdit => ({
    changes: {
      [document.uri]: fixed.flatMap(({ fix }) =>
        (fix?.edits ?? []).map(({ start, end, text }) => ({
          range: { start: document.positionAt(start + mark), end: document.positionAt(end + mark) },
          newText: text,
        })),
      ),
    },
  });
  const fixable = problems.filter(({ fix }) => fix !== undefined);
  const diagnostic = (problem: Problem): Diagnostic => toDiagnostic(problem, mark, project, workspace.uriOf);
  const [quick = '', all = ''] = codeActionKinds;
  const here = wants(quick) ? fixable.filter((problem) => touches(toRange(problem, mark), range)) : [];
  const actions: CodeAction[] = here.map((problem) => ({
    title: problem.fix?.title ?? '',
    kind: quick,
    isPreferred: true,
    diagnostics: [diagnostic(problem)],
    edit: edit([problem]),
  }));
  // Only for who asks: it is not about the place.
  if (fixable.length > 0 && only !== undefined && wants(all)) {
    actions.push({ title: 'Fix all that needs no decision', kind: all, edit: edit(withoutOverlap(fixable)) });
  }
  return actions;
}

/** Of fixes that change the same text the first. */
function withoutOverlap(problems: readonly Problem[]): readonly Problem[] {
  let end = -1;
  const startOf = ({ fix }: Problem) => fix?.edits[0]?.start ?? 0;
  return [...problems]
    .sort((a, b) => startOf(a) - startOf(b))
    .filter((problem) => {
      if (startOf(problem) < end) return false;
      end = Math.max(end, ...(problem.fix?.edits.map((one) => one.end) ?? []));
      return true;
    });
}

function touches(a: Range, b: Range): boolean {
  const isBefore = (one: Range['start'], other: Range['start']) =>
    one.line < other.line || (one.line === other.line && one.character <= other.character);
  return isBefore(a.start, b.end) && isBefore(b.start, a.end);
}
