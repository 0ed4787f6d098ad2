import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver/node';
import type { OpenFile } from '../../editing/open-file.ts';
import type { Asked } from './place.ts';
import { toRange } from './positions.ts';

type OutlineSymbol = ReturnType<OpenFile['symbols']>[number];

const symbolKinds: Readonly<Record<OutlineSymbol['kind'], SymbolKind>> = {
  category: SymbolKind.Namespace,
  kata: SymbolKind.Function,
  rule: SymbolKind.String,
  story: SymbolKind.Class,
  key: SymbolKind.Property,
};

/** The outline of a document; none while its YAML is broken. */
export function documentSymbols({ file, mark }: Asked): DocumentSymbol[] {
  const convert = ({ name: label, kind, range, at, children }: OutlineSymbol): DocumentSymbol => ({
    name: label,
    kind: symbolKinds[kind],
    range: toRange(range, mark),
    selectionRange: toRange(at, mark),
    ...(children.length > 0 && { children: children.map(convert) }),
  });
  return file.symbols().map(convert);
}
