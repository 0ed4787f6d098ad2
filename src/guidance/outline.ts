import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type AuthoredText, authoredText, textAt } from '../content/authored.ts';
import type { SourceText } from '../content/text/source-text.ts';
import { readWithin, type YamlFile } from '../content/yaml-file.ts';
import type { AuthoredGroup } from './kind.ts';
import { type KindName, kindNames, kinds } from './kinds.ts';
import { type CutText, cutTexts } from './read/cut-texts.ts';
import { trailingBlanks } from './read/trailing-blanks.ts';
import type { AuthoredWaiver } from './waivers/read-waivers.ts';

export type { CutText } from './read/cut-texts.ts';

/** Every text of one scope with its place. Lighter than the files: their YAML trees are not kept. */
export interface Outline {
  readonly guidance: Readonly<Record<KindName, readonly AuthoredGroup[]>>;
  /** Null where it is not given. */
  readonly name: AuthoredText | null;
  readonly parents: readonly AuthoredText[];
  /** Whether all that stands for a parent can be read as a name. */
  readonly hasParents: boolean;
  /** Whether its tags can be read: a mapping, or none. */
  readonly hasTags: boolean;
  readonly waivers: readonly AuthoredWaiver[];
  /** The files that hold a mapping, by their names without `.yml`: of others nothing can be read. */
  readonly mappings: ReadonlySet<string>;
  /** The files' texts, by path. */
  readonly sources: ReadonlyMap<string, SourceText>;
  /** Texts of which YAML takes a part for something else, by path. */
  readonly cuts: ReadonlyMap<string, readonly CutText[]>;
  /** Blanks at the ends of lines that say nothing, by path. */
  readonly blanks: ReadonlyMap<string, ReturnType<typeof trailingBlanks>>;
}

/** Reads the files of a scope, by their names without `.yml`, for places; what is wrong in them is passed over. */
export async function outlineOf(files: ReadonlyMap<string, YamlFile>): Promise<Outline> {
  const read = <Result>(name: string, empty: Result, reader: (file: YamlFile) => Result): Result => {
    const file = files.get(name);
    if (file === undefined) return empty;
    file.restart();
    return readWithin(file, empty, [], () => reader(file));
  };
  const groups = kindNames.map(async (kind): Promise<[KindName, readonly AuthoredGroup[]]> => {
    const { file, loadReader } = kinds[kind];
    if (!files.has(file)) return [kind, []];
    const { outline } = await loadReader();
    return [kind, read(file, [], outline)];
  });
  return {
    guidance: Object.fromEntries(await Promise.all(groups)) as Outline['guidance'],
    waivers: files.has('waivers')
      ? read('waivers', [], (await import('./waivers/read-waivers.ts')).outlineWaivers)
      : [],
    ...read('metadata', { name: null, parents: [], hasParents: true, hasTags: true }, outlineMetadata),
    mappings: new Set(
      [...files.keys()].filter((name) => read(name, false, (file) => isMap(file.follow(file.root)))),
    ),
    sources: new Map([...files.values()].map((file) => [file.path, file.source])),
    cuts: new Map([...files.values()].map((file) => [file.path, cutTexts(file)])),
    blanks: new Map([...files.values()].map((file) => [file.path, trailingBlanks(file)])),
  };
}

function outlineMetadata(file: YamlFile): Pick<Outline, 'name' | 'parents' | 'hasParents' | 'hasTags'> {
  const root = file.follow(file.root);
  const list = isMap(root) ? file.follow(root.get('parents', true)) : null;
  const several = isSeq(list) ? list.items.map((item) => authoredText(file, item as Node | null)) : [];
  const parents = [textAt(file, root, 'parent'), ...several].flatMap((parent) => parent ?? []);
  const has = (key: string) => isMap(root) && root.has(key);
  const given = (has('parent') ? 1 : 0) + (isSeq(list) ? list.items.length : has('parents') ? 1 : 0);
  const tags = isMap(root) ? file.follow(root.get('tags', true)) : null;
  const hasTags = !isSeq(tags) && !(isScalar(tags) && tags.value !== null);
  return { name: textAt(file, root, 'name'), parents, hasParents: parents.length === given, hasTags };
}
