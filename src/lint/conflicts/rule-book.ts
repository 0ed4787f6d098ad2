import type { Rule, RuleCategories, RuleKind } from '../../guidance/rules/rule.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
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

export function createRuleBook(): RuleBook {
  const known = new WeakMap<Rule, Entry>();
  const byPlace = new Map<string, Entry>();
  const layers = new Map<string, Layer>();
  const frequencies = new Map<string, number>();
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
    // A master's rule is read anew with each scope that has it.
    const { server, file, line, column } = rule.origin;
    const place = JSON.stringify([kind, category, server, file, line, column ?? null, rule.text]);
    const entry = byPlace.get(place) ?? newEntry(kind, category, rule);
    byPlace.set(place, entry);
    known.set(rule, entry);
    return entry;
  }

  function newEntry(kind: RuleKind, category: string, rule: Rule): Entry {
    const read = texts.get(rule.text) ?? readRule(rule.text);
    texts.set(rule.text, read);
    const layer = layerOf(rule);
    const entry = { number: byPlace.size, layer, kind, category, rule, read };
    layer.entries.push(entry);
    for (const stem of read.stems) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
    return entry;
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
    frequency: (stem) => frequencies.get(stem) ?? 0,
  };
}
