import type { Guidance, KataCategory, RemoteScope, RuleCategory } from '../model/guidance.ts';
import type { Stories } from '../model/vision.ts';
import { distinctRules, union } from './merge-rules.ts';

/** What the masters say of one scope together. */
export interface MergedRemotes extends Guidance {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * The answers of several masters as one, in list order (contract 10): commandments add up; of suggestions, katas and
 * stories the first master's win; descriptions, tags and `when` come from the first that has them.
 */
export function mergeRemotes(remotes: readonly RemoteScope[]): MergedRemotes {
  return {
    description: remotes.map(({ description }) => description).find((text) => text !== '') ?? '',
    tags: remotes.map(({ tags }) => tags).find((tags) => Object.keys(tags).length > 0) ?? {},
    commandments: fold(
      remotes.map(({ commandments }) => commandments),
      addUp,
    ),
    suggestions: fold<RuleCategory>(
      remotes.map(({ suggestions }) => suggestions),
      (first) => first,
    ),
    katas: fold(
      remotes.map(({ katas }) => katas),
      joinKatas,
    ),
    stories: fold(
      remotes.map(({ stories }) => stories),
      (first) => first,
    ) as Stories,
  };
}

function fold<Value>(
  maps: readonly ReadonlyMap<string, Value>[],
  join: (first: Value, later: Value) => Value,
): ReadonlyMap<string, Value> {
  const merged = new Map<string, Value>();
  for (const map of maps) {
    for (const [key, value] of map) {
      const first = merged.get(key);
      merged.set(key, first === undefined ? value : join(first, value));
    }
  }
  return merged;
}

function addUp(first: RuleCategory, later: RuleCategory): RuleCategory {
  return {
    when: first.when ?? later.when,
    tags: union(first.tags, later.tags),
    rules: distinctRules([...first.rules, ...later.rules]),
  };
}

function joinKatas(first: KataCategory, later: KataCategory): KataCategory {
  const missing = [...later.katas].filter(([name]) => !first.katas.has(name));
  return { when: first.when ?? later.when, katas: new Map([...first.katas, ...missing]) };
}
