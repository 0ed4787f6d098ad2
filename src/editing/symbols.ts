import { parseYamlFile } from '../content/yaml-file.ts';
import { contentFile } from '../guidance/content-files.ts';
import { kindNames, kinds } from '../guidance/kinds.ts';
import { type KeySymbol, keySymbols } from './key-symbols.ts';

/** A part of a file in its outline. */
export interface OutlineSymbol extends Omit<KeySymbol, 'kind' | 'children'> {
  readonly kind: 'category' | 'kata' | 'rule' | 'story' | 'key';
  readonly children: readonly OutlineSymbol[];
}

/** Keys whose items stand in the outline at once, in their place. */
const lists: Readonly<Record<string, OutlineSymbol['kind']>> = {
  ruleset: 'rule',
  katas: 'kata',
  tenka: 'story',
  acs: 'story',
};

/** The outline of a content file: categories with their rules and katas, stories with their criteria. */
export function outlineSymbols(name: string, text: string): readonly OutlineSymbol[] {
  const { file } = parseYamlFile(name, Buffer.from(text));
  if (file === null) return [];
  const kind = kindNames.find((one) => name.endsWith(`/${contentFile(kinds[one].file)}`));
  if (kind === undefined) return keySymbols(file).map((one) => plain(one, 'key'));
  return keySymbols(file).flatMap((one) => part(one, kind === 'stories' ? 'story' : 'category'));
}

function plain(symbol: KeySymbol, kind: OutlineSymbol['kind']): OutlineSymbol {
  return { ...symbol, kind, children: symbol.children.map((one) => plain(one, 'key')) };
}

/** A category, or a story; its own keys are left out but for the lists that make it up. */
function part(symbol: KeySymbol, kind: OutlineSymbol['kind']): OutlineSymbol[] {
  const list = lists[symbol.name];
  if (list !== undefined) {
    return symbol.children.flatMap((one) =>
      list === 'story' ? part(one, list) : [{ ...one, kind: list, children: [] }],
    );
  }
  const inside = symbol.children.filter(
    (one) => lists[one.name] !== undefined || (kind === 'category' && isGroup(one)),
  );
  return [{ ...symbol, kind, children: inside.flatMap((one) => part(one, kind)) }];
}

/** A key with keys below it is a category, or a group of them. */
function isGroup({ kind, children }: KeySymbol): boolean {
  return kind === 'key' && children.some((one) => one.kind === 'key');
}
