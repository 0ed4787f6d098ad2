import { general } from './gather/markdown/sections.ts';
import type {
  Block,
  BlockKind,
  Finding,
  FoundDetails,
  FoundKata,
  ReadSource,
  SourceReport,
} from './report.ts';
import { blockKinds } from './report.ts';
import { toSlug } from './slug.ts';

export interface PlannedRule {
  readonly text: string;
  details?: FoundDetails;
  must: boolean;
}

export interface PlannedKata extends FoundKata {
  readonly paths: readonly string[];
}

export interface PlannedCategory {
  when: string | null;
  /** Whether `when` is made of a heading and its first sentence. */
  isProposed: boolean;
  readonly paths: Set<string>;
  /** Those of the paths that are made of a heading. */
  readonly proposedPaths: Set<string>;
  readonly rules: PlannedRule[];
  readonly katas: Map<string, PlannedKata>;
  /** The scope whose export it was first found in. */
  readonly exportOf: string | undefined;
}

/** What a scope is to hold. */
export interface Plan {
  description: string | null;
  readonly categories: Map<string, PlannedCategory>;
}

export interface Folded {
  readonly plan: Plan;
  readonly sources: readonly SourceReport[];
  readonly counts: Readonly<Record<BlockKind, number>>;
  /** Lines of sources that are in no block. */
  readonly unaccounted: number;
  /** Rules whose words say how strong they are, and those by default. */
  readonly stated: number;
  readonly byDefault: number;
}

/** Where a text was met first. */
interface Met {
  readonly place: string;
  readonly path: string;
  readonly category: string;
  readonly paths: readonly string[];
  readonly exportOf: string | undefined;
  readonly rule: PlannedRule | null;
}

/**
 * Lays all sources over each other: equal categories unite, what is said twice is kept once. Files of a folder come after all others, so
 * that their globs do not reach what is about the whole project.
 */
export function foldSources(read: readonly ReadSource[]): Folded {
  const plan: Plan = { description: null, categories: new Map() };
  const met = new Map<string, Met[]>();
  const strength = { stated: 0, byDefault: 0 };
  const ofFolders = read.filter(({ folder }) => folder !== undefined);
  const blocksOf = new Map<ReadSource, Block[]>();
  const isAlone = read.filter(({ findings }) => findings.some(({ as }) => as === 'rule')).length <= 1;
  for (const source of [...read.filter(({ folder }) => folder === undefined), ...ofFolders]) {
    const apart = clashing(source, plan);
    const findings = source.findings.map((finding) =>
      source.isPart === true && !isAlone
        ? untitled(setApart(finding, source, apart))
        : setApart(finding, source, apart),
    );
    const blocks = findings.map((finding) =>
      toBlock(take(finding, source, plan, met, strength), source.paths),
    );
    blocksOf.set(source, blocks);
  }
  const sources = read.map((source) => ({ path: source.path, blocks: blocksOf.get(source) ?? [] }));
  const counts = Object.fromEntries(blockKinds.map((kind) => [kind, 0])) as Record<BlockKind, number>;
  for (const { as } of sources.flatMap(({ blocks }) => blocks)) counts[as]++;
  const unaccounted = read.reduce((sum, source) => sum + missing(source), 0);
  return { plan, sources, counts, unaccounted, ...strength };
}

/**
 * The first segments of those categories of a folder's file that others have for other files: rules of `packages/web` must not
 * become rules of everything.
 */
function clashing({ folder, paths, findings }: ReadSource, { categories }: Plan): ReadonlySet<string> {
  if (folder === undefined) return new Set();
  const isSame = (known: ReadonlySet<string>) =>
    known.size === paths.length && paths.every((glob) => known.has(glob));
  const clashes = findings.flatMap(({ rule, procedure, category = '', exportOf }) => {
    const known = categories.get(category);
    const isTaken =
      known !== undefined &&
      (known.rules.length > 0
        ? (rule ?? procedure) !== undefined
        : rule !== undefined && known.katas.size > 0);
    // An export writes a category that is about two folders into both.
    if (!isTaken || (exportOf !== undefined && exportOf === known.exportOf)) return [];
    return isSame(known.paths) ? [] : [firstSegment(category)];
  });
  return new Set(clashes);
}

function firstSegment(category: string): string {
  return category.split('.', 1)[0] ?? category;
}

function setApart(finding: Finding, { folder = '' }: ReadSource, apart: ReadonlySet<string>): Finding {
  const { category } = finding;
  if (category === undefined || !apart.has(firstSegment(category))) return finding;
  const prefix = toSlug(folder) || 'folder';
  return { ...finding, category: category === general ? prefix : `${prefix}.${category}` };
}

function take(
  finding: Finding,
  source: ReadSource,
  plan: Plan,
  met: Map<string, Met[]>,
  strength: { stated: number; byDefault: number },
): Finding {
  const { rule, procedure, category = '', text, exportOf, paths = source.paths } = finding;
  const found = { path: source.path, paths };
  if (rule !== undefined) {
    const { text: own, must, details } = rule;
    const planned = { text: own, must, ...(details && { details }) };
    const same = meet(met, finding, found, rule.text, planned);
    if (same !== null) {
      if (same.category === category) {
        if (rule.must && same.rule !== null) same.rule.must = true;
        if (rule.details && same.rule !== null) same.rule.details ??= rule.details;
        // The copy of an export in another folder says that the category is about that too.
        if (exportOf !== undefined && exportOf === same.exportOf) addPaths(plan, category, paths);
      }
      return skippedAs(finding, same);
    }
    strength[rule.isStated ? 'stated' : 'byDefault']++;
    const into = categoryOf(plan, category, exportOf);
    into.rules.push(planned);
    addPaths(plan, category, paths);
    return finding;
  }
  if (procedure !== undefined) {
    const same = meet(met, finding, found, `kata ${procedure.procedure}`, null);
    if (same !== null) return skippedAs(finding, same);
    const { katas } = categoryOf(plan, category);
    const name = freeName(procedure.name, (one) => katas.has(one));
    katas.set(name, { ...procedure, name, paths: source.paths });
    return { ...finding, kata: name };
  }
  for (const glob of finding.globs ?? []) {
    const into = categoryOf(plan, category, exportOf);
    if (finding.proposed === true && !into.paths.has(glob)) into.proposedPaths.add(glob);
    into.paths.add(glob);
  }
  if (text === undefined) return finding;
  return finding.as === 'description'
    ? takeDescription(finding, source.path, plan, text)
    : takeWhen(finding, plan, text);
}

/** The title of a file about one subject of several is none of the scope; that of an export is. */
function untitled(finding: Finding): Finding {
  if (finding.as !== 'description' || finding.exportOf !== undefined) return finding;
  const { line, end_line } = finding;
  return { line, end_line, as: 'skipped', why: 'the title of a file about one subject' };
}

function takeDescription(finding: Finding, path: string, plan: Plan, text: string): Finding {
  if (isNameOf(path, text)) return { ...finding, as: 'skipped', why: 'a title that is the name of the file' };
  if (/^`?[\w.@-]+\.(?:md|mdc|markdown)`?$/i.test(text))
    return { ...finding, as: 'skipped', why: 'a title that is the name of a file' };
  if (plan.description !== null)
    return { ...finding, as: 'skipped', why: 'a title; the scope has its description from another one' };
  plan.description = text;
  return finding;
}

/** Whether a title is the name of its file, as in `# CLAUDE.md`, which says nothing about the scope. */
function isNameOf(path: string, title: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  return [name, name.replace(/\.md$/, '')].some((one) => one === title && /[A-Z]{2}/.test(one));
}

function takeWhen(finding: Finding, plan: Plan, text: string): Finding {
  const { category = '', exportOf } = finding;
  const into = categoryOf(plan, category, exportOf);
  if (into.when !== null && into.when !== text)
    return { ...finding, as: 'skipped', why: `\`${category}\` has a \`when\` already` };
  into.when = text;
  into.isProposed = finding.proposed === true;
  return finding;
}

/**
 * Notes where a text stands, and gives the place where it stood before, if that reaches all who would get it here: in the same
 * category, or in another file that is about the same files, or all. In exports of one scope categories alone count.
 */
function meet(
  met: Map<string, Met[]>,
  { line, category = '', exportOf }: Finding,
  { path, paths }: Pick<ReadSource, 'path' | 'paths'>,
  text: string,
  rule: PlannedRule | null,
): Met | null {
  const key = text.replace(/\s+/g, ' ').trim();
  const places = met.get(key) ?? [];
  const covers = (one: Met) => one.paths.length === 0 || paths.every((glob) => one.paths.includes(glob));
  const same = places.find(
    (one) =>
      one.category === category ||
      (one.path !== path &&
        (exportOf === undefined || exportOf !== one.exportOf) &&
        covers(one) &&
        (paths.length > 0 || one.paths.length === 0)),
  );
  if (same !== undefined) return same;
  if (places.length < mostPlaces)
    met.set(key, [...places, { place: `${path}:${line}`, path, category, paths, exportOf, rule }]);
  return null;
}

/** Places of one text that are remembered. */
const mostPlaces = 50;

function skippedAs(finding: Finding, { place }: Met): Finding {
  return { line: finding.line, end_line: finding.end_line, as: 'skipped', why: `same as ${place}` };
}

function categoryOf({ categories }: Plan, category: string, exportOf?: string): PlannedCategory {
  let found = categories.get(category);
  if (found === undefined) {
    const frame = {
      when: null,
      isProposed: false,
      paths: new Set<string>(),
      proposedPaths: new Set<string>(),
    };
    found = { ...frame, rules: [], katas: new Map(), exportOf };
    categories.set(category, found);
  }
  return found;
}

function addPaths(plan: Plan, category: string, paths: readonly string[]): void {
  for (const glob of paths) categoryOf(plan, category).paths.add(glob);
}

/** The name, or the first of `name-2`, `name-3` … that is free. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

function toBlock(finding: Finding, sourcePaths: readonly string[]): Block {
  const { line, end_line, as, category, kata, why, proposed, rule, text = rule?.text } = finding;
  const paths = as === 'rule' ? (finding.paths ?? sourcePaths) : (finding.globs ?? []);
  return {
    ...{ line, end_line, as },
    ...(category !== undefined && { category }),
    ...(kata !== undefined && { kata }),
    ...(why !== undefined && { why }),
    ...(as !== 'skipped' && text !== undefined && { text }),
    ...(proposed !== undefined && { proposed }),
    ...(rule !== undefined && { strength: rule.must ? ('MUST' as const) : ('SHOULD' as const) }),
    ...(as !== 'skipped' && paths.length > 0 && { paths }),
  };
}

function missing({ filled, findings }: ReadSource): number {
  const covered = new Set<number>();
  for (const { line, end_line } of findings) for (let at = line; at <= end_line; at++) covered.add(at);
  return filled.filter((line) => !covered.has(line)).length;
}
