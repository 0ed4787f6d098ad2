import { type Rule, type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import { createLru } from '../../runtime/async/cache.ts';
import type { ConflictMemory } from './conflict-memory.ts';
import type { Entry, Layer, RuleGuidance } from './entry.ts';
import { type ReadRule, readRule } from './read-rule.ts';

/** Every rule once, however many scopes have it. */
export interface RuleBook {
  allEntries(guidance: RuleGuidance): Entry[];
  /** What has a part in the rules of a scope. */
  layersOf(guidance: RuleGuidance): readonly Layer[];
  idOf(entry: Entry): string;
  readOf(entry: Entry): ReadRule;
}

/** Rules that are kept as they were read; at most twice as many are held. */
const maxRead = 3000;

/** `memory` spares finding the layers of what is known from an earlier run. */
export function createRuleBook(memory?: ConflictMemory): RuleBook {
  const known = memory?.entries ?? new WeakMap<Rule, Entry>();
  const byPlace = new Map<string, Entry>();
  const layers = new Map<string, Layer>();
  const ids = new Map<Entry, string>();
  const texts = memory?.texts ?? createLru<ReadRule>(maxRead);
  let count = 0;
  const nextNumber = memory?.nextNumber ?? (() => count++);

  function layerOf({ origin: { server, scope } }: Rule): Layer {
    const key = `${server} ${scope}`;
    const found = layers.get(key) ?? {
      number: nextNumber(),
      scope,
      isLocal: server === 'local',
      entries: [],
    };
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
    const entry = { number: nextNumber(), layer, kind, category, rule };
    known.set(rule, entry);
    layer.entries.push(entry);
    return entry;
  }

  const allEntries = (guidance: RuleGuidance) =>
    ruleKinds.flatMap((kind) =>
      [...guidance[kind]].flatMap(([category, { rules }]) =>
        rules.map((rule) => entryOf(kind, category, rule)),
      ),
    );
  return {
    allEntries,
    layersOf(guidance) {
      const kept = memory?.layers.get(guidance);
      if (kept !== undefined) return kept;
      const found = [...new Set(allEntries(guidance).map(({ layer }) => layer))];
      memory?.layers.set(guidance, found);
      return found;
    },
    idOf(entry) {
      const id = ids.get(entry) ?? ruleId(entry.kind, entry.rule);
      ids.set(entry, id);
      return id;
    },
    // Most rules of a large folder are never looked at again while one scope is edited, and texts stand in many scopes.
    readOf({ rule: { text } }) {
      const read = texts.get(text) ?? readRule(text);
      texts.set(text, read);
      return read;
    },
  };
}
