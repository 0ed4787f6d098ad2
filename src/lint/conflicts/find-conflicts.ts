import type { IgnoredPair } from '../../model/guidance.ts';
import { atOnce } from '../../runtime/async/turns.ts';
import { createLayerComparer, type Found } from './compare-layers.ts';
import type { Verdict } from './compare-rules.ts';
import type { ConflictMemory } from './conflict-memory.ts';
import type { Entry, Layer, PlacedRule, RuleGuidance } from './entry.ts';
import { createIgnoredPairs, type IgnoredPairs } from './ignored-pairs.ts';
import { createRuleBook } from './rule-book.ts';

/** Two rules of one scope that repeat or contradict each other. */
export interface Conflict extends Verdict {
  /** The scope where they meet: the farthest that has both. */
  readonly scope: string;
  /** In the order in which they are laid over each other. */
  readonly rules: readonly [PlacedRule, PlacedRule];
  readonly ids: readonly [string, string];
}

/** What is told of one scope. */
export interface ScopeConflicts {
  readonly scope: string;
  /** The pairs that are most alike. */
  readonly told: readonly Conflict[];
  /** How many there are besides. */
  readonly more: number;
}

/** What was found, each pair once. `isCut` says that hostile content kept some from being compared. */
export interface FoundConflicts {
  readonly scopes: readonly ScopeConflicts[];
  readonly isCut: boolean;
}

/** What must be known of every scope beforehand. */
export interface FamilyScope {
  /** The scope and its ancestors, nearest first. */
  readonly lineage: readonly string[];
  readonly parents: readonly string[];
  readonly ignored: readonly IgnoredPair[];
}

export interface ConflictFinder {
  readonly ignored: IgnoredPairs;
  /** Looks for pairs among the rules of a scope with all that it inherits. Each scope once, in any order. */
  visit(name: string, guidance: RuleGuidance): void;
  finish(): FoundConflicts;
  /** The same, as work that can pause. */
  visiting(name: string, guidance: RuleGuidance): Generator<void, void>;
  finishing(): Generator<void, FoundConflicts>;
}

/** Pairs of one scope that are told. */
const maxTold = 200;
/** Layers that are brought together, each with each, in a run. */
const maxMeetings = 1_000_000;

/** Looks for rules that repeat or contradict each other. `layers` is what the scopes say themselves, before inheritance. */
export function createConflictFinder(
  layers: Iterable<RuleGuidance>,
  families: ReadonlyMap<string, FamilyScope>,
  memory?: ConflictMemory,
): ConflictFinder {
  return atOnce(creatingConflictFinder(layers, families, memory));
}

/** The same, as work that can pause after each layer. */
export function* creatingConflictFinder(
  layers: Iterable<RuleGuidance>,
  families: ReadonlyMap<string, FamilyScope>,
  memory?: ConflictMemory,
): Generator<void, ConflictFinder> {
  const book = createRuleBook(memory);
  for (const layer of layers) {
    yield;
    book.layersOf(layer);
  }
  const comparer = createLayerComparer(book, memory);
  const lineageOf = (scope: string) => families.get(scope)?.lineage ?? [scope];
  const ignored = createIgnoredPairs(families);
  /** Of the scopes with a `lint_ignore`. */
  const present = new Map<string, ReadonlySet<Entry>>();
  let meetings = 0;

  /** Pairs of layers, the farther first, that no parent of a scope has both. */
  function* newMeetings(name: string, all: readonly Layer[]): Generator<readonly [Layer, Layer]> {
    const known = (families.get(name)?.parents ?? []).map((parent) => new Set(families.get(parent)?.lineage));
    for (const [index, layer] of all.entries()) {
      const have = known.filter((lineage) => lineage.has(layer.scope));
      for (const other of all.slice(0, index + 1)) {
        if (have.some((lineage) => lineage.has(other.scope))) continue;
        if (++meetings > maxMeetings) return;
        yield [other, layer];
      }
    }
  }

  function toConflict({ entries, verdict, meetings: all }: Found) {
    const ids = [book.idOf(entries[0]), book.idOf(entries[1])] as const;
    const has = (scope: string) => entries.every((entry) => present.get(scope)?.has(entry));
    const open = all.filter((meeting) => !ignored.silences(meeting, verdict.code, ids, has));
    const [scope] = open.sort((a, b) => lineageOf(a).length - lineageOf(b).length || (a < b ? -1 : 1));
    if (scope === undefined) return null;
    const isInOrder = compareOrder(entries[0], entries[1], lineageOf(scope)) <= 0;
    const rules = isInOrder ? entries : ([entries[1], entries[0]] as const);
    return { ...verdict, scope, rules, ids: isInOrder ? ids : ([ids[1], ids[0]] as const) };
  }

  const finder: Pick<ConflictFinder, 'visiting' | 'finishing'> = {
    *visiting(name, guidance) {
      let entries: ReadonlySet<Entry> | null = null;
      const own = () => {
        entries ??= new Set(book.allEntries(guidance));
        return entries;
      };
      if ((families.get(name)?.ignored.length ?? 0) > 0) present.set(name, own());
      const lineage = lineageOf(name);
      const all = [...book.layersOf(guidance)].sort((a, b) => compareLayers(a, b, lineage));
      for (const [first, second] of newMeetings(name, all)) {
        for (const found of yield* comparer.comparing(first, second)) {
          yield;
          if (found.entries.every((entry) => own().has(entry))) found.meetings.push(name);
        }
      }
    },
    *finishing() {
      const byScope = new Map<string, Conflict[]>();
      for (const found of comparer.all()) {
        yield;
        const conflict = toConflict(found);
        if (conflict === null) continue;
        const others = byScope.get(conflict.scope);
        if (others === undefined) byScope.set(conflict.scope, [conflict]);
        else others.push(conflict);
      }
      const scopes = [...byScope].map(([scope, conflicts]) => toTell(scope, conflicts));
      return { scopes, isCut: comparer.isCut() || meetings > maxMeetings };
    },
  };
  return {
    ...finder,
    ignored,
    visit: (name, guidance) => atOnce(finder.visiting(name, guidance)),
    finish: () => atOnce(finder.finishing()),
  };
}

/** Those conflicts of a scope that are told, the likest first. */
function toTell(scope: string, conflicts: Conflict[]): ScopeConflicts {
  const likestFirst = conflicts.sort((a, b) => b.likeness - a.likeness || comparePlaces(a, b));
  return { scope, told: likestFirst.slice(0, maxTold), more: Math.max(conflicts.length - maxTold, 0) };
}

/** The order in which layers are laid: masters before local files, the farthest first. */
function compareLayers(a: Layer, b: Layer, lineage: readonly string[]): number {
  return Number(a.isLocal) - Number(b.isLocal) || lineage.indexOf(b.scope) - lineage.indexOf(a.scope);
}

function compareOrder(a: Entry, b: Entry, lineage: readonly string[]): number {
  if (a.layer !== b.layer) return compareLayers(a.layer, b.layer, lineage) || a.number - b.number;
  if (a.kind !== b.kind) return a.kind === 'commandments' ? -1 : 1;
  return a.rule.origin.line - b.rule.origin.line || a.number - b.number;
}

function comparePlaces({ rules: [, a] }: Conflict, { rules: [, b] }: Conflict): number {
  const { origin: one } = a.rule;
  const { origin: other } = b.rule;
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line;
}
