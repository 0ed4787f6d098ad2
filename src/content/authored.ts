import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { entriesOf } from './entries.ts';
import type { ScalarSource } from './text/place-in-scalar.ts';
import { readWithin, type YamlFile } from './yaml-file.ts';

/** A text or key as its author wrote it, with what is needed to point into it. */
export interface AuthoredText {
  readonly text: string;
  /** Relative to the rules folder, with forward slashes. */
  readonly file: string;
  readonly scalar: ScalarSource;
}

/** Null for anything but text. What an alias stands for is placed where the alias is. */
export function authoredText(file: YamlFile, node: Node | null): AuthoredText | null {
  const target = file.follow(node);
  if (node === null || !isScalar(target) || typeof target.value !== 'string') return null;
  return { text: target.value, file: file.path, scalar: file.scalar(node) };
}

/** The texts of a list; what else it holds is passed over. */
export function textsOf(file: YamlFile, node: Node | null | undefined): AuthoredText[] {
  const list = file.follow(node);
  return isSeq(list) ? list.items.flatMap((item) => authoredText(file, item as Node | null) ?? []) : [];
}

/** The text under a key of a mapping; null where there is none. */
export function textAt(file: YamlFile, map: Node | null, name: string): AuthoredText | null {
  if (!isMap(map)) return null;
  return authoredText(file, entriesOf(map).find((entry) => entry.name === name)?.value ?? null);
}

/** The texts that a path leads to from a node; `-` stands for each item of a list. */
export function textsAt(file: YamlFile, node: Node | null, path: readonly string[]): AuthoredText[] {
  const [first, ...rest] = path;
  if (first === undefined) return [authoredText(file, node) ?? []].flat();
  const target = file.follow(node);
  if (first === '-') {
    return isSeq(target) ? target.items.flatMap((item) => textsAt(file, item as Node | null, rest)) : [];
  }
  if (!isMap(target)) return [];
  return entriesOf(target).flatMap(({ name, value }) => (name === first ? textsAt(file, value, rest) : []));
}

/** A key; `text` is what it stands for. */
export function keyOf(file: YamlFile, key: Node, text: string): AuthoredText {
  return { text, file: file.path, scalar: file.scalar(key) };
}

/** The texts among the top keys' values of a file, and the keys themselves, by key. */
export function outlineMapping(
  file: YamlFile,
): ReadonlyMap<string, { readonly key: AuthoredText; readonly value: AuthoredText | null }> {
  const root = readWithin(file, null, [], () => file.follow(file.root));
  if (!isMap(root)) return new Map();
  return new Map(
    entriesOf(root).map(({ name, key, value }) => [
      name,
      { key: keyOf(file, key, name), value: authoredText(file, value) },
    ]),
  );
}
