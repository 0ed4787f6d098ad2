import { createFileMatcher } from '../../model/names/path-globs.ts';
import { isMapping } from '../payload/payload.ts';
import { checksum } from './checksum.ts';
import type { CompiledCategory, CompiledRule, CompiledScope, StartText, Validity } from './compiled-scope.ts';
import { folderOfGlob, foldersAround, globEnds } from './glob-ends.ts';
import { areAbsent, areUnchanged, type KeptStamps, keepStamps } from './stamps.ts';

/**
 * A compiled scope as a file: a line with sizes, an index as JSON, then blocks of JSON, of which a hook reads those that it needs. A part that
 * is not what its hash says is as if there were no file.
 */
export interface CompiledFile {
  readonly scope: string;
  readonly maxTokens: number;
  readonly reach: CompiledScope['reach'];
  readonly cacheDir: CompiledScope['cacheDir'];
  readonly unloaded: CompiledScope['unloaded'];
  /** Whether everything that it was made of is still as it was. */
  holds(): boolean;
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
type IndexedCheck = readonly [...IndexedGlob, rules: readonly number[]];
/** A category in one bucket, with the globs that are in there. Lists in place of mappings: a hook reads many of them. */
type IndexedCategory = readonly [
  place: number,
  name: string,
  key: string,
  isStable: boolean,
  paths: readonly IndexedGlob[],
  /** The globs of checks, with the places of their rules. */
  checks: readonly IndexedCheck[],
  ...Block,
];

interface Index extends Pick<CompiledScope, 'scope' | 'maxTokens' | 'reach' | 'cacheDir' | 'unloaded'> {
  readonly version: string;
  readonly validity: Pick<Validity, 'expires'> & Pick<KeptStamps, 'absent'>;
  /** How many files are to be as they were, and their stamps. */
  readonly present: readonly [count: number, ...Block];
  readonly start: { readonly characters: Block; readonly bytes: Block };
  /** The categories, by the buckets of their globs. */
  readonly buckets: readonly Block[];
}

/** Reads bytes of the file; short where there are no more. */
export type ReadAt = (offset: number, length: number) => Buffer;

const magic = 'precept-hook 4';
/** Characters of the first line at most. */
const firstLine = 128;
/** Globs in a bucket, on average. */
const globsInBucket = 16;

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
  const { scope, maxTokens, reach, cacheDir, unloaded, start, categories } = compiled;
  const characters = add(start.characters);
  const { absent, present } = keepStamps(validity.stamps);
  const isSame = start.bytes.digest === start.characters.digest;
  const index: Index = {
    ...{ version, scope, maxTokens, reach, cacheDir, unloaded },
    validity: { expires: validity.expires, absent },
    present: [present[0].length, ...add(present)],
    start: { characters, bytes: isSame ? characters : add(start.bytes) },
    buckets: inBuckets(categories, (rules) => add(rules.map(({ paths: _, ...rule }) => rule))).map(add),
  };
  const text = Buffer.from(`${JSON.stringify(index)}\n`);
  const head = `${magic} ${text.length} ${offset} ${checksum(text)}\n`;
  return Buffer.concat([Buffer.from(head), text, ...blocks]);
}

/** The categories in each bucket that has a glob of theirs. `add` takes their rules. */
function inBuckets(
  categories: readonly CompiledCategory[],
  add: (rules: readonly CompiledRule[]) => Block,
): readonly (readonly IndexedCategory[])[] {
  const all = categories.map((category) => ({ ...category, checks: checksOf(category.rules) }));
  const globs = all.reduce((sum, { paths, checks }) => sum + paths.length + checks.length, 0);
  const buckets: IndexedCategory[][] = Array.from(
    { length: 2 + Math.floor(globs / globsInBucket) },
    () => [],
  );
  for (const [place, { name, key, isStable, paths, checks, rules }] of all.entries()) {
    const block = add(rules);
    const own = new Map<number, { paths: IndexedGlob[]; checks: IndexedCheck[] }>();
    const at = (glob: string) => {
      const bucket = bucketOf(folderOfGlob(glob), buckets.length);
      const found = own.get(bucket) ?? { paths: [], checks: [] };
      own.set(bucket, found);
      return found;
    };
    for (const glob of paths) at(glob).paths.push(indexed(glob));
    for (const check of checks) at(check[0]).checks.push(check);
    for (const [bucket, found] of own)
      buckets[bucket]?.push([place, name, key, isStable, found.paths, found.checks, ...block]);
  }
  return buckets;
}

/** The bucket of the globs of a folder: the first for those of no folder in particular. */
function bucketOf(folder: string, buckets: number): number {
  return folder === '' ? 0 : 1 + (Number.parseInt(checksum(folder).slice(0, 8), 16) % (buckets - 1));
}

function checksOf(rules: readonly CompiledRule[]): readonly IndexedCheck[] {
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
    /^precept-hook 4 (\d+) (\d+) ([0-9a-f]{16})$/.exec(head) ?? [];
  const from = head.length + 1;
  const blocks = from + Number(length);
  if (hash === '' || blocks + Number(rest) !== size) return null;
  const index = readBlock<Index>(read, [from, Number(length), hash]);
  if (index === null || index.version !== version) return null;
  const block = <Value>([offset, bytes, sum]: Block) => readBlock<Value>(read, [blocks + offset, bytes, sum]);
  return {
    scope: index.scope,
    maxTokens: index.maxTokens,
    reach: index.reach,
    cacheDir: index.cacheDir,
    unloaded: index.unloaded,
    holds() {
      const { expires, absent } = index.validity;
      if ((expires !== null && Date.now() >= expires) || !areAbsent(absent)) return false;
      const [count, offset, bytes] = index.present;
      const present = parseBlock<KeptStamps['present']>(read(blocks + offset, bytes));
      return present?.[0]?.length === count && areUnchanged(present);
    },
    start(limit) {
      const text = block<StartText>(index.start[limit]);
      return text !== null && (isFresh || text.isStable) ? text : null;
    },
    about(files) {
      const found = touchedBy(index.buckets, files, block);
      return found && rulesOf(found, isFresh, block);
    },
  };
}

type ReadBlock = <Value>(at: Block) => Value | null;

/** What of the found categories is meant; null where one is damaged, or may be another by now. */
function rulesOf(
  found: readonly Touched[],
  isFresh: boolean,
  read: ReadBlock,
): readonly TouchedCategory[] | null {
  const touched: TouchedCategory[] = [];
  for (const { category, isWhole, rules } of found) {
    const [, name, key, isStable, , , ...at] = category;
    const all = isStable || isFresh ? read<readonly Omit<CompiledRule, 'paths'>[]>(at) : null;
    if (all === null) return null;
    const own = all.filter((_, rule) => isWhole || rules.has(rule)).map((rule) => ({ ...rule, paths: [] }));
    touched.push({ name, key, isWhole, rules: own });
  }
  return touched;
}

function readBlock<Value>(read: ReadAt, [offset, length, hash]: Block): Value | null {
  const bytes = read(offset, length);
  return bytes.length === length && checksum(bytes) === hash ? parseBlock<Value>(bytes) : null;
}

function parseBlock<Value>(bytes: Buffer): Value | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isMapping(value) || Array.isArray(value) ? (value as Value) : null;
  } catch {
    return null;
  }
}

interface Touched {
  readonly category: IndexedCategory;
  isWhole: boolean;
  /** The places of the rules that are meant, where not all are. */
  readonly rules: Set<number>;
}

/** The categories that are about one of the files, in order; null where a bucket is damaged. */
function touchedBy(
  buckets: readonly Block[],
  files: readonly string[],
  read: ReadBlock,
): readonly Touched[] | null {
  const isAboutOne = createFileMatcher(files);
  const matches = ([glob, head, tail]: readonly [...IndexedGlob, ...unknown[]]) =>
    files.some((file) => file.startsWith(head) && file.endsWith(tail)) && isAboutOne(glob);
  const found = new Map<number, Touched>();
  for (const bucket of new Set(files.flatMap(foldersAround).map((one) => bucketOf(one, buckets.length)))) {
    const at = buckets[bucket];
    const categories = at && read<readonly IndexedCategory[]>(at);
    if (!categories) return null;
    for (const category of categories) {
      const [place, , , , paths, checks] = category;
      const isWhole = paths.some(matches);
      const rules = checks.filter(matches).flatMap(([, , , places]) => places);
      if (!isWhole && rules.length === 0) continue;
      const before = found.get(place) ?? { category, isWhole: false, rules: new Set() };
      before.isWhole ||= isWhole;
      for (const rule of rules) before.rules.add(rule);
      found.set(place, before);
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, touched]) => touched);
}
