import { type Document, isMap, isScalar, isSeq, parseDocument, YAMLMap, type YAMLSeq } from 'yaml';
import { contentFile } from '../../guidance/content-files.ts';
import { ImportError } from '../import-error.ts';
import type { Plan } from '../plan.ts';
import { type Addition, textWith } from './insert-text.ts';
import { findCategory, resolved, rulesOf, textsOf } from './scope-document.ts';
import {
  checkedSize,
  type FileContent,
  kataFiles,
  textOfRule,
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
  /** What a scope that is there lacks, a line for each rule, kata and key. */
  readonly lacking: readonly string[];
}

/**
 * What has to be written so that a scope holds all of a plan: what is missing is added, nothing is changed, comments and
 * order stay. What is new to a category of `inherited` suggestions is appended to them. Faults: ImportError.
 */
export function mergeInto(
  scope: string,
  plan: Plan,
  existing: ExistingScope,
  inherited: ReadonlySet<string>,
): Merged {
  const files = new Map<string, FileContent>();
  const kept: string[] = [];
  const lacking: string[] = [];
  const documents = new Map<string, Open>();
  const open = (kind: string): Open => {
    const text = existing.texts.get(kind) ?? '';
    const known = documents.get(kind) ?? {
      kind,
      document: parseDocument(text),
      text,
      additions: [],
      lacking,
    };
    documents.set(kind, known);
    return known;
  };
  const { metadata, commandments, suggestions, katas } = toWritten(plan);

  if (metadata.description !== undefined) addDescription(open('metadata'), metadata.description);
  const rules = { commandments, suggestions };
  for (const [kind, other] of [
    ['commandments', 'suggestions'],
    ['suggestions', 'commandments'],
  ] as const) {
    for (const [category, written] of Object.entries(rules[kind])) {
      // A rule that somebody has made stronger or weaker since is there.
      const elsewhere = new Set(rulesOf(open(other).document, category));
      const missing = written.ruleset.filter((rule) => !elsewhere.has(textOfRule(rule)));
      const isThere = findCategory(open(other).document, category) !== null;
      if (
        missing.length === 0 &&
        written.ruleset.length > 0 &&
        isThere &&
        findCategory(open(kind).document, category) === null
      )
        continue;
      const isAppended = kind === 'suggestions' && inherited.has(category);
      addRules(
        open(kind),
        category,
        { ...written, ruleset: missing },
        isAppended ? `+${category}` : category,
      );
    }
  }
  for (const [category, written] of Object.entries(katas)) addKatas(open('katas'), category, written, kept);

  for (const [kind, { document, text, additions }] of documents)
    if (additions.length > 0)
      files.set(`${scope}/${contentFile(kind)}`, checkedSize(kind, textWith(text, document, additions)));
  for (const [path, bytes] of kataFiles(scope, plan)) {
    const there = existing.bytesOf.get(path);
    if (there === undefined) files.set(path, bytes);
    else if (!there.equals(bytes)) kept.push(`${path} differs from the file that is imported`);
  }
  return { files, kept, lacking };
}

/** The files of a scope that is not there yet. */
export function newScope(scope: string, plan: Plan): Merged {
  return { files: toFiles(scope, plan), kept: [], lacking: [] };
}

/** A content file that is added to. */
interface Open {
  readonly kind: string;
  readonly document: Document;
  readonly text: string;
  readonly additions: Addition[];
  /** What all of the files of the scope lack. */
  readonly lacking: string[];
}

function addDescription({ document, additions, lacking }: Open, description: string): void {
  const root = rootOf(document);
  const known = root.get('description');
  if (typeof known === 'string' && known.trim() !== '') return;
  additions.push({ at: 'end', data: { description } });
  lacking.push(`description: ${description}`);
  root.set('description', description);
}

function addCategory({ document, additions }: Open, category: string, written: object): void {
  additions.push({ at: 'end', data: { [category]: written } });
  rootOf(document).set(category, document.createNode(written));
}

/** Adds what is missing to a category, which is written as `key` where the file has none. */
function addRules(open: Open, category: string, written: WrittenCategory, key: string): void {
  const { document } = open;
  const map = findCategory(document, category);
  const known = new Set(map === null ? [] : textsOf(map, 'ruleset', document));
  const missing = written.ruleset.filter((rule) => !known.has(textOfRule(rule)));
  const strength = open.kind === 'commandments' ? 'MUST' : 'SHOULD';
  for (const rule of missing) open.lacking.push(`${category} ${strength} ${textOfRule(rule)}`);
  if (map === null) return addCategory(open, key, written);
  addFrame(open, category, map, written);
  if (missing.length > 0 || !map.has('ruleset')) appendTo(open, map, 'ruleset', missing);
}

function addKatas(open: Open, category: string, written: WrittenKatas, kept: string[]): void {
  const { document, additions, lacking } = open;
  const note = (name: string) => lacking.push(`${category} kata ${name}`);
  const map = findCategory(document, category);
  const katas = map === null ? null : resolved(map.get('katas', true), document);
  if (!isMap(katas)) Object.keys(written.katas).forEach(note);
  if (map === null) return addCategory(open, category, written);
  addFrame(open, category, map, written);
  if (!isMap(katas)) {
    additions.push({ at: 'map', map, isFirst: false, data: { katas: written.katas } });
    map.set('katas', document.createNode(written.katas));
    return;
  }
  for (const [name, kata] of Object.entries(written.katas)) {
    const there = resolved(katas.get(name, true), document);
    if (there === undefined || there === null) {
      note(name);
      additions.push({ at: 'map', map: katas as YAMLMap, isFirst: false, data: { [name]: kata } });
      katas.set(name, document.createNode(kata));
    } else if (procedureOf(there) !== kata.procedure)
      kept.push(`the kata ${category}/${name} differs from the one that is imported`);
  }
}

function procedureOf(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  return isMap(node) ? node.get('procedure' satisfies keyof WrittenKata) : undefined;
}

/** Adds a `when` where there is none, and the globs that are missing. */
function addFrame(
  open: Open,
  category: string,
  map: YAMLMap,
  { when, paths = [] }: Omit<WrittenCategory, 'ruleset'>,
): void {
  const { document, additions, lacking } = open;
  if (when !== undefined && String(map.get('when') ?? '').trim() === '') {
    additions.push({ at: 'map', map, isFirst: true, data: { when } });
    lacking.push(`${category} when: ${when}`);
    map.set('when', when);
  }
  const known = new Set(textsOf(map, 'paths', document));
  const missing = paths.filter((glob) => !known.has(glob));
  if (missing.length === 0) return;
  lacking.push(`${category} paths: ${missing.join(', ')}`);
  appendTo(open, map, 'paths', missing);
}

function appendTo({ document, additions }: Open, map: YAMLMap, key: string, items: readonly unknown[]): void {
  const list = map.get(key, true);
  if (isSeq(list)) {
    additions.push({ at: 'list', list: list as YAMLSeq, items });
    for (const item of items) list.add(document.createNode(item));
    return;
  }
  // What stands for a list elsewhere too is written out here, so that the other one stays.
  const known = resolved(list, document);
  const all = [...(isSeq(known) ? (known.toJS(document) as unknown[]) : []), ...items];
  additions.push({ at: 'map', map, isFirst: false, data: { [key]: all } });
  map.set(key, document.createNode(all));
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
