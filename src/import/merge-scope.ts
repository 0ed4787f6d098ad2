import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument, YAMLMap, type YAMLSeq } from 'yaml';
import { contentFile } from '../guidance/content-files.ts';
import { ImportError } from './import-error.ts';
import type { Plan } from './plan.ts';
import {
  checkedSize,
  type FileContent,
  kataFiles,
  toFiles,
  toWritten,
  type WrittenCategory,
  type WrittenKata,
  type WrittenKatas,
} from './scope-files.ts';

/** The files of a scope that is there, by their names without `.yml`; and what of its other files has which bytes. */
export interface ExistingScope {
  readonly texts: ReadonlyMap<string, string>;
  readonly bytesOf: ReadonlyMap<string, Buffer>;
}

export interface Merged {
  /** What is new or changed, by its path below the rules folder. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** What the scope has in another form, which is kept. */
  readonly kept: readonly string[];
}

/**
 * What has to be written so that a scope holds all of a plan: what is missing is added, nothing is changed, comments and
 * order stay. Faults: ImportError.
 */
export function mergeInto(scope: string, plan: Plan, existing: ExistingScope): Merged {
  const files = new Map<string, FileContent>();
  const kept: string[] = [];
  const documents = new Map<string, Document>();
  const open = (kind: string) => {
    const known = documents.get(kind) ?? parseDocument(existing.texts.get(kind) ?? '');
    documents.set(kind, known);
    return known;
  };
  const { metadata, commandments, suggestions, katas } = toWritten(plan);
  const changed = new Set<string>();
  const note = (kind: string, isChanged: boolean) => void (isChanged && changed.add(kind));

  if (metadata.description !== undefined)
    note('metadata', addDescription(open('metadata'), metadata.description));
  const rules = { commandments, suggestions };
  for (const [kind, other] of [
    ['commandments', 'suggestions'],
    ['suggestions', 'commandments'],
  ] as const) {
    for (const [category, written] of Object.entries(rules[kind])) {
      // A rule that somebody has made stronger or weaker since is there.
      const elsewhere = new Set(rulesOf(open(other), category));
      const missing = written.ruleset.filter((text) => !elsewhere.has(text));
      const isThere = findCategory(open(other), category) !== null;
      if (
        missing.length === 0 &&
        written.ruleset.length > 0 &&
        isThere &&
        findCategory(open(kind), category) === null
      )
        continue;
      note(kind, addRules(open(kind), category, { ...written, ruleset: missing }));
    }
  }
  for (const [category, written] of Object.entries(katas))
    note('katas', addKatas(open('katas'), category, written, kept));

  for (const kind of changed)
    files.set(`${scope}/${contentFile(kind)}`, checkedSize(kind, open(kind).toString({ lineWidth: 0 })));
  for (const [path, bytes] of kataFiles(scope, plan)) {
    const there = existing.bytesOf.get(path);
    if (there === undefined) files.set(path, bytes);
    else if (!there.equals(bytes)) kept.push(`${path} differs from the file that is imported`);
  }
  return { files, kept };
}

/** The files of a scope that is not there yet. */
export function newScope(scope: string, plan: Plan): Merged {
  return { files: toFiles(scope, plan), kept: [] };
}

function addDescription(document: Document, description: string): boolean {
  const root = rootOf(document);
  const known = root.get('description');
  if (typeof known === 'string' && known.trim() !== '') return false;
  root.set('description', description);
  return true;
}

function addRules(document: Document, category: string, written: WrittenCategory): boolean {
  const map = findCategory(document, category);
  if (map === null) {
    rootOf(document).set(category, document.createNode(written));
    return true;
  }
  const known = new Set(textsOf(map, 'ruleset', document));
  const missing = written.ruleset.filter((text) => !known.has(text));
  const isChanged = addFrame(document, map, written);
  if (missing.length > 0 || !map.has('ruleset')) appendTo(document, map, 'ruleset', missing);
  return isChanged || missing.length > 0;
}

function addKatas(document: Document, category: string, written: WrittenKatas, kept: string[]): boolean {
  const map = findCategory(document, category);
  if (map === null) {
    rootOf(document).set(category, document.createNode(written));
    return true;
  }
  let isChanged = addFrame(document, map, written);
  const katas = resolved(map.get('katas', true), document);
  if (!isMap(katas)) {
    map.set('katas', document.createNode(written.katas));
    return true;
  }
  for (const [name, kata] of Object.entries(written.katas)) {
    const there = resolved(katas.get(name, true), document);
    if (there === undefined || there === null) {
      katas.set(name, document.createNode(kata));
      isChanged = true;
    } else if (procedureOf(there) !== kata.procedure)
      kept.push(`the kata ${category}/${name} differs from the one that is imported`);
  }
  return isChanged;
}

function procedureOf(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  return isMap(node) ? node.get('procedure' satisfies keyof WrittenKata) : undefined;
}

/** Adds a `when` where there is none, and the globs that are missing. */
function addFrame(
  document: Document,
  map: YAMLMap,
  { when, paths = [] }: Omit<WrittenCategory, 'ruleset'>,
): boolean {
  let isChanged = false;
  if (when !== undefined && String(map.get('when') ?? '').trim() === '') {
    map.set('when', when);
    isChanged = true;
  }
  const known = new Set(textsOf(map, 'paths', document));
  const missing = paths.filter((glob) => !known.has(glob));
  if (missing.length > 0) appendTo(document, map, 'paths', missing);
  return isChanged || missing.length > 0;
}

function appendTo(document: Document, map: YAMLMap, key: string, texts: readonly string[]): void {
  const list = map.get(key, true);
  // What stands for a list elsewhere too is written out here, so that the other one stays.
  if (isSeq(list)) for (const text of texts) list.add(document.createNode(text));
  else map.set(key, document.createNode([...textsOf(map, key, document), ...texts]));
}

function rulesOf(document: Document, category: string): string[] {
  const map = findCategory(document, category);
  return map === null ? [] : textsOf(map, 'ruleset', document);
}

function textsOf(map: YAMLMap, key: string, document: Document): string[] {
  const list = resolved(map.get(key, true), document);
  if (!isSeq(list)) return [];
  return (list as YAMLSeq).items.map((item) => {
    const node = resolved(item, document);
    return isScalar(node) ? String(node.value) : '';
  });
}

/** The mapping of a category, whether it is written with dots or nested; null without one. */
function findCategory(document: Document, category: string): YAMLMap | null {
  const find = (node: unknown, rest: string, isTop: boolean): YAMLMap | null => {
    const map = resolved(node, document);
    if (!isMap(map)) return null;
    if (rest === '') return map as YAMLMap;
    for (const { key, value } of map.items) {
      const written = isScalar(key) ? String(key.source ?? key.value) : '';
      const name = isTop ? written.replace(/^\+/, '') : written;
      if (rest !== name && !rest.startsWith(`${name}.`)) continue;
      const found = name === '' ? null : find(value, rest.slice(name.length + 1), false);
      if (found !== null) return found;
    }
    return null;
  };
  return find(document.contents, category, true);
}

function resolved(node: unknown, document: Document): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function rootOf(document: Document): YAMLMap {
  const { contents } = document;
  if (isMap(contents)) return contents as YAMLMap;
  if (contents !== null && !(isScalar(contents) && contents.value === null))
    throw new ImportError('a file of the scope is not a mapping; run precept lint and fix it first');
  const map = new YAMLMap(document.schema);
  document.contents = map as never;
  return map;
}
