import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type CategoryNode, walkCategories } from '../content/category-tree.ts';
import type { ScalarSource } from '../content/place-in-scalar.ts';
import type { SourceText } from '../content/source-text.ts';
import { readWithin, type YamlFile } from '../content/yaml-file.ts';
import type { ContentKind } from './content-files.ts';
import type { RuleKind } from './rules/rule.ts';
import { entriesOf } from './stories/read-checks.ts';

/** A text or key as its author wrote it, with what is needed to point into it. */
export interface AuthoredText {
  readonly text: string;
  /** Relative to the rules folder, with forward slashes. */
  readonly file: string;
  readonly scalar: ScalarSource;
}

export interface AuthoredCategory {
  readonly category: string;
  readonly key: AuthoredText;
  readonly append: boolean;
  readonly when: AuthoredText | null;
  readonly rules: readonly AuthoredText[];
}

export interface AuthoredKata {
  readonly key: AuthoredText;
  readonly when: AuthoredText | null;
  readonly procedure: AuthoredText | null;
}

export interface AuthoredKataCategory {
  readonly category: string;
  readonly key: AuthoredText;
  readonly when: AuthoredText | null;
  readonly katas: readonly AuthoredKata[];
}

export interface AuthoredStory {
  readonly key: AuthoredText;
  /** Of the story and of its acceptance criteria. */
  readonly texts: readonly AuthoredText[];
}

/** Every text of one scope with its place. Lighter than the files: their YAML trees are not kept. */
export interface Outline {
  readonly rules: Readonly<Record<RuleKind, readonly AuthoredCategory[]>>;
  readonly katas: readonly AuthoredKataCategory[];
  readonly stories: readonly AuthoredStory[];
  /** Null where it is not given. */
  readonly name: AuthoredText | null;
  readonly parents: readonly AuthoredText[];
  /** The files' texts, by path. */
  readonly sources: ReadonlyMap<string, SourceText>;
}

/** Reads the files of a scope for places; what is wrong in them is passed over. */
export function outlineOf(files: ReadonlyMap<ContentKind, YamlFile>): Outline {
  const read = <Result>(kind: ContentKind, empty: Result, reader: (file: YamlFile) => Result): Result => {
    const file = files.get(kind);
    if (file === undefined) return empty;
    file.restart();
    return readWithin(file, empty, [], () => reader(file));
  };
  return {
    rules: {
      commandments: read('commandments', [], ruleCategories),
      suggestions: read('suggestions', [], ruleCategories),
    },
    katas: read('katas', [], kataCategories),
    stories: read('tenka', [], stories),
    ...read('metadata', { name: null, parents: [] }, metadata),
    sources: new Map([...files.values()].map((file) => [file.path, file.source])),
  };
}

/** The texts among the top keys' values of a settings file, and the keys themselves, by key. */
export function outlineSettings(
  file: YamlFile,
): ReadonlyMap<string, { readonly key: AuthoredText; readonly value: AuthoredText | null }> {
  const root = readWithin(file, null, [], () => file.follow(file.root));
  if (!isMap(root)) return new Map();
  return new Map(
    entriesOf(root).map(({ name, key, value }) => [
      name,
      { key: keyOf(file, key, name), value: textOf(file, value) },
    ]),
  );
}

function ruleCategories(file: YamlFile): AuthoredCategory[] {
  const found: AuthoredCategory[] = [];
  walkCategories(file, ['when', 'tags', 'ruleset'], 'ruleset', [], (node) => {
    const list = file.follow(node.own.get('ruleset'));
    const rules = isSeq(list) ? list.items.flatMap((item) => textOf(file, item as Node | null) ?? []) : [];
    found.push({ ...categoryOf(file, node), append: node.append, rules });
  });
  return found;
}

function kataCategories(file: YamlFile): AuthoredKataCategory[] {
  const found: AuthoredKataCategory[] = [];
  walkCategories(file, ['when', 'katas'], 'katas', [], (node) => {
    const list = file.follow(node.own.get('katas'));
    const katas = !isMap(list)
      ? []
      : entriesOf(list).map(({ name, key, value }): AuthoredKata => {
          const target = file.follow(value);
          const inside = (own: string) => textAt(file, target, own);
          const written = isMap(target)
            ? { when: inside('when'), procedure: inside('procedure') }
            : { when: null, procedure: textOf(file, value) };
          return { key: keyOf(file, key, name), ...written };
        });
    found.push({ ...categoryOf(file, node), katas });
  });
  return found;
}

function categoryOf(file: YamlFile, { category, key, own }: CategoryNode) {
  return { category, key: keyOf(file, key, category), when: textOf(file, own.get('when') ?? null) };
}

function stories(file: YamlFile): AuthoredStory[] {
  const root = file.follow(file.root);
  const list = isMap(root) ? file.follow(root.get('tenka', true)) : null;
  if (!isMap(list)) return [];
  return entriesOf(list).map(({ name, key, value }) => {
    const story = file.follow(value);
    const acs = isMap(story) ? file.follow(story.get('acs', true)) : null;
    const criteria = isMap(acs) ? entriesOf(acs).map((entry) => file.follow(entry.value)) : [];
    const texts = [
      ...['who', 'what', 'why'].map((own) => textAt(file, story, own)),
      ...criteria.flatMap((ac) => ['given', 'when', 'then'].map((own) => textAt(file, ac, own))),
    ];
    return { key: keyOf(file, key, name), texts: texts.flatMap((text) => text ?? []) };
  });
}

function metadata(file: YamlFile): Pick<Outline, 'name' | 'parents'> {
  const root = file.follow(file.root);
  const list = isMap(root) ? file.follow(root.get('parents', true)) : null;
  const several = isSeq(list) ? list.items.map((item) => textOf(file, item as Node | null)) : [];
  const parents = [textAt(file, root, 'parent'), ...several].flatMap((parent) => parent ?? []);
  return { name: textAt(file, root, 'name'), parents };
}

function textAt(file: YamlFile, map: Node | null, name: string): AuthoredText | null {
  if (!isMap(map)) return null;
  return textOf(file, entriesOf(map).find((entry) => entry.name === name)?.value ?? null);
}

/** Null for anything but text. What an alias stands for is placed where the alias is. */
function textOf(file: YamlFile, node: Node | null): AuthoredText | null {
  const target = file.follow(node);
  if (node === null || !isScalar(target) || typeof target.value !== 'string') return null;
  return { text: target.value, file: file.path, scalar: file.scalar(node) };
}

function keyOf(file: YamlFile, key: Node, text: string): AuthoredText {
  return { text, file: file.path, scalar: file.scalar(key) };
}
