import { createFileMatcher } from '../../model/names/path-globs.ts';
import { isMapping } from '../payload/payload.ts';
import { checksum } from './checksum.ts';
import type { CompiledCategory, CompiledRule, CompiledScope, StartText, Validity } from './compiled-scope.ts';
import { globEnds } from './glob-ends.ts';

/**
 * A compiled scope as a file: a line with sizes, an index as JSON, then blocks of JSON, of which a hook reads those that it needs. A part that
 * is not what its hash says is as if there were no file.
 */
export interface CompiledFile {
  readonly validity: Validity;
  readonly scope: string;
  readonly maxTokens: number;
  readonly reach: CompiledScope['reach'];
  readonly cacheDir: CompiledScope['cacheDir'];
  /** Null where its bytes are not what was written, and where the text may be another by now. */
  start(limit: 'characters' | 'bytes'): StartText | null;
  /** The categories that are about one of the files, with the rules that are: all of them, or those whose checks are. Null as above. */
  about(files: readonly string[]): readonly TouchedCategory[] | null;
}

export interface TouchedCategory extends Pick<CompiledCategory, 'name' | 'key'> {
  /** All its rules are meant, and not only some. */
  readonly isWhole: boolean;
  readonly rules: readonly CompiledRule[];
}

/** A block: where it begins after the index, how long it is in bytes, and its checksum. */
type Block = readonly [offset: number, length: number, hash: string];
type IndexedGlob = readonly [glob: string, head: string, tail: string];
/** Lists in place of mappings: a hook reads thousands of them. */
type IndexedCategory = readonly [
  name: string,
  key: string,
  isStable: boolean,
  paths: readonly IndexedGlob[],
  /** The globs of checks, with the places of their rules. */
  checks: readonly (readonly [...IndexedGlob, rules: readonly number[]])[],
  ...Block,
];

interface Index extends Pick<CompiledScope, 'scope' | 'maxTokens' | 'reach' | 'cacheDir'> {
  readonly version: string;
  readonly validity: Validity;
  readonly start: { readonly characters: Block; readonly bytes: Block };
  readonly categories: readonly IndexedCategory[];
}

/** Reads bytes of the file; short where there are no more. */
export type ReadAt = (offset: number, length: number) => Buffer;

const magic = 'precept-hook 1';
/** Characters of the first line at most. */
const firstLine = 128;

/** The bytes of a compiled scope. */
export function toCompiledBytes(compiled: CompiledScope, validity: Validity, version: string): Buffer {
  const blocks: Buffer[] = [];
  let offset = 0;
  const add = (value: unknown): Block => {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    blocks.push(bytes);
    const block = [offset, bytes.length, checksum(bytes)] as const;
    offset += bytes.length;
    return block;
  };
  const { scope, maxTokens, reach, cacheDir, start, categories } = compiled;
  const characters = add(start.characters);
  const isSame = start.bytes.digest === start.characters.digest;
  const index: Index = {
    ...{ version, validity, scope, maxTokens, reach, cacheDir },
    start: { characters, bytes: isSame ? characters : add(start.bytes) },
    categories: categories.map(({ name, key, isStable, paths, rules }) => [
      ...([name, key, isStable, paths.map(indexed), checksOf(rules)] as const),
      ...add(rules.map(({ paths: _, ...rule }) => rule)),
    ]),
  };
  const text = Buffer.from(`${JSON.stringify(index)}\n`);
  const head = `${magic} ${text.length} ${offset} ${checksum(text)}\n`;
  return Buffer.concat([Buffer.from(head), text, ...blocks]);
}

function checksOf(rules: readonly CompiledRule[]): IndexedCategory[4] {
  const found = new Map<string, number[]>();
  for (const [place, { paths }] of rules.entries())
    for (const glob of paths) found.set(glob, [...(found.get(glob) ?? []), place]);
  return [...found].map(([glob, places]) => [...indexed(glob), places] as const);
}

function indexed(glob: string): IndexedGlob {
  const { head, tail } = globEnds(glob);
  return [glob, head, tail];
}

/**
 * The compiled scope of a file of `size` bytes; null for what this version has not written whole. `isFresh`: it was made just now, so that
 * all of its texts hold.
 */
export function openCompiled(
  read: ReadAt,
  size: number,
  { version, isFresh }: { readonly version: string; readonly isFresh: boolean },
): CompiledFile | null {
  const [head = ''] = read(0, firstLine).toString('latin1').split('\n', 1);
  const [, length = '', rest = '', hash = ''] =
    /^precept-hook 1 (\d+) (\d+) ([0-9a-f]{16})$/.exec(head) ?? [];
  const from = head.length + 1;
  const blocks = from + Number(length);
  if (hash === '' || blocks + Number(rest) !== size) return null;
  const index = readBlock<Index>(read, [from, Number(length), hash]);
  if (index === null || index.version !== version) return null;
  const block = <Value>([offset, bytes, sum]: Block) => readBlock<Value>(read, [blocks + offset, bytes, sum]);
  return {
    validity: index.validity,
    scope: index.scope,
    maxTokens: index.maxTokens,
    reach: index.reach,
    cacheDir: index.cacheDir,
    start(limit) {
      const text = block<StartText>(index.start[limit]);
      return text !== null && (isFresh || text.isStable) ? text : null;
    },
    about(files) {
      const touched: TouchedCategory[] = [];
      for (const { place, isWhole, rules } of touchedBy(index.categories, files)) {
        const [name, key, isStable, , , ...at] = index.categories[place] as IndexedCategory;
        if (!isStable && !isFresh) return null;
        const all = block<readonly Omit<CompiledRule, 'paths'>[]>(at);
        if (all === null) return null;
        const own = all
          .filter((_, rule) => isWhole || rules.has(rule))
          .map((rule) => ({ ...rule, paths: [] }));
        touched.push({ name, key, isWhole, rules: own });
      }
      return touched;
    },
  };
}

function readBlock<Value>(read: ReadAt, [offset, length, hash]: Block): Value | null {
  const bytes = read(offset, length);
  if (bytes.length !== length || checksum(bytes) !== hash) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isMapping(value) || Array.isArray(value) ? (value as Value) : null;
  } catch {
    return null;
  }
}

/** The places of the categories that are about one of the files, and of the rules in them that are. */
function* touchedBy(categories: readonly IndexedCategory[], files: readonly string[]) {
  const isAboutOne = createFileMatcher(files);
  const matches = ([glob, head, tail]: readonly [...IndexedGlob, ...unknown[]]) =>
    files.some((file) => file.startsWith(head) && file.endsWith(tail)) && isAboutOne(glob);
  for (const [place, [, , , paths, checks]] of categories.entries()) {
    const isWhole = paths.some(matches);
    const rules = new Set(isWhole ? [] : checks.filter(matches).flatMap(([, , , places]) => places));
    if (isWhole || rules.size > 0) yield { place, isWhole, rules };
  }
}
