import {
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  FoldingRangeKind,
  type Hover,
  type InlayHint,
  type Location,
  MarkupKind,
  type Position,
} from 'vscode-languageserver/node';
import { findFolds } from '../../editing/folding.ts';
import type { OpenFile } from '../../editing/open-file.ts';
import { type Asked, answerAbout, offsetIn } from './place.ts';
import { toRange } from './positions.ts';
import { documentSymbols } from './symbols.ts';
import type { Workspace } from './workspace.ts';

type Item = Awaited<ReturnType<OpenFile['completions']>>['items'][number];
type FileRange = Awaited<ReturnType<OpenFile['definitions']>>[number];

const itemKinds: Readonly<Record<Item['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  scope: CompletionItemKind.Module,
  category: CompletionItemKind.Class,
  kata: CompletionItemKind.Function,
  node: CompletionItemKind.Reference,
  value: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  filter: CompletionItemKind.Operator,
};

/** Answers what an editor asks about the text at a place. `wantsHints` says whether inlay hints are shown. */
export function serveLanguageFeatures(
  connection: Connection,
  workspace: Workspace,
  wantsHints: () => boolean,
): void {
  const about = <Answer>(
    { textDocument: { uri } }: { readonly textDocument: { readonly uri: string } },
    answer: (asked: Asked) => Answer | Promise<Answer>,
  ) => answerAbout(workspace, uri, answer);

  connection.onCompletion((params) => about(params, (asked) => completionsAt(asked, params.position)));
  connection.onHover((params) => about(params, (asked) => hoverAt(asked, params.position)));
  connection.onDefinition((params) =>
    about(params, async (asked) =>
      locations(workspace, asked, await asked.file.definitions(offsetIn(asked, params.position))),
    ),
  );
  connection.onReferences((params) =>
    about(params, async (asked) => {
      const withDefinitions = params.context.includeDeclaration;
      const found = await asked.file.references(offsetIn(asked, params.position), { withDefinitions });
      return locations(workspace, asked, found);
    }),
  );
  connection.onDocumentSymbol((params) => about(params, documentSymbols));
  connection.onFoldingRanges((params) => {
    const text = workspace.documents.get(params.textDocument.uri)?.getText();
    return (text === undefined ? [] : findFolds(text)).map(({ start, end, kind }) => ({
      startLine: start - 1,
      endLine: end - 1,
      kind: kind === 'comment' ? FoldingRangeKind.Comment : FoldingRangeKind.Region,
    }));
  });
  connection.languages.inlayHint.on(async (params): Promise<InlayHint[] | null> => {
    if (!wantsHints()) return null;
    const { start, end } = params.range;
    return about(params, (asked) =>
      asked.file
        .hints()
        .filter(({ line }) => line - 1 >= start.line && line - 1 <= end.line)
        .map(({ line, text }) => ({ position: endOf(asked, line - 1), label: text, paddingLeft: true })),
    );
  });
}

async function hoverAt(asked: Asked, position: Position): Promise<Hover | null> {
  const found = await asked.file.hover(offsetIn(asked, position));
  if (found === null) return null;
  const contents = { kind: MarkupKind.Markdown, value: found.text };
  return { contents, range: toRange(found.range, asked.mark) };
}

async function completionsAt(asked: Asked, position: Position): Promise<CompletionItem[]> {
  const { items, typed } = await asked.file.completions(offsetIn(asked, position));
  const start = { line: position.line, character: Math.max(position.character - typed, 0) };
  return items.map(({ label, kind, text, detail, about }) => ({
    label,
    kind: itemKinds[kind],
    ...(detail && { detail }),
    ...(about && { documentation: { kind: MarkupKind.Markdown, value: about } }),
    filterText: label,
    textEdit: { range: { start, end: position }, newText: text ?? label },
  }));
}

/** Places of a project as an editor names them. */
function locations(
  workspace: Workspace,
  { project }: Pick<Asked, 'project'>,
  found: readonly FileRange[],
): Location[] {
  return found.map(({ file, range }) => {
    const path = project.pathOf(file);
    return { uri: workspace.uriOf(path), range: toRange(range, workspace.markIn(path)) };
  });
}

function endOf({ document }: Asked, line: number): Position {
  const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  return { line, character: text.replace(/\r?\n$/, '').length };
}
