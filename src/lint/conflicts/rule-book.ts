import type { Rule, RuleCategories, RuleKind } from '../../guidance/rules/rule.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import type { ConflictMemory } from './conflict-memory.ts';
import { type ReadRule, readRule } from './read-rule.ts';

/** A rule where it is written. */
export interface PlacedRule {
  readonly kind: RuleKind;
  readonly category: string;
  readonly rule: Rule;
}

export interface Entry extends PlacedRule {
  /** In the order in which entries were met. */
  readonly number: number;
  readonly layer: Layer;
  readonly read: ReadRule;
}

/** What one server says itself of one scope. */
export interface Layer {
  readonly number: number;
  readonly scope: string;
  readonly isLocal: boolean;
  readonly entries: Entry[];
}

/** The rules of a scope, or of one server's files. */
export type RuleGuidance = Readonly<Record<RuleKind, RuleCategories>>;

/** Every rule once, however many scopes have it. */
export interface RuleBook {
  entriesOf(guidance: RuleGuidance): Entry[];
  idOf(entry: Entry): string;
  /** How many rules have a stem. */
  frequency(stem: string): number;
}

/** `memory` spares reading the rules of layers that were read before. */
export function createRuleBook(memory?: ConflictMemory): RuleBook {
  const known = new WeakMap<Rule, Entry>();
  const byPlace = new Map<string, Entry>();
  let count = 0;
  const layers = new Map<string, Layer>();
  /** Counted when first asked for: by then every layer is known. */
  let frequencies: Map<string, number> | null = null;
  const ids = new Map<Entry, string>();
  /** Texts stand in many scopes. */
  const texts = new Map<string, ReadRule>();

  function layerOf({ origin: { server, scope } }: Rule): Layer {
    const key = `${server} ${scope}`;
    const found = layers.get(key) ?? { number: layers.size, scope, isLocal: server === 'local', entries: [] };
    layers.set(key, found);
    return found;
  }

  function entryOf(kind: RuleKind, category: string, rule: Rule): Entry {
    const found = known.get(rule);
    if (found !== undefined) return found;
    const { server, file, line, column } = rule.origin;
    if (memory !== undefined && server === 'local') return newEntry(kind, category, rule);
    // A master's rule is read anew with each scope that has it.
    const place = JSON.stringify([kind, category, server, file, line, column ?? null, rule.text]);
    const entry = byPlace.get(place) ?? newEntry(kind, category, rule);
    byPlace.set(place, entry);
    known.set(rule, entry);
    return entry;
  }

  function newEntry(kind: RuleKind, category: string, rule: Rule): Entry {
    const layer = layerOf(rule);
    const entry = {
      ...{ number: count++, layer, kind, category, rule },
      // Most rules of a large folder are never looked at again while one scope is edited.
      get read() {
        const read = texts.get(rule.text) ?? readRule(rule.text);
        texts.set(rule.text, read);
        return read;
      },
    };
    known.set(rule, entry);
    layer.entries.push(entry);
    frequencies = null;
    return entry;
  }

  function countStems(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const layer of layers.values()) {
      for (const [stem, count] of memory?.stemsOf(layer, stemsIn) ?? stemsIn(layer)) {
        counts.set(stem, (counts.get(stem) ?? 0) + count);
      }
    }
    return counts;
  }

  return {
    entriesOf: (guidance) =>
      ruleKinds.flatMap((kind) =>
        [...guidance[kind]].flatMap(([category, { rules }]) =>
          rules.map((rule) => entryOf(kind, category, rule)),
        ),
      ),
    idOf(entry) {
      const id = ids.get(entry) ?? ruleId(entry.kind, entry.rule);
      ids.set(entry, id);
      return id;
    },
    frequency(stem) {
      frequencies ??= countStems();
      return frequencies.get(stem) ?? 0;
    },
  };
}

/** How many rules of a layer have each stem. */
function stemsIn({ entries }: Layer): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { read } of entries) {
    for (const stem of read.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}
