import type { Guidance, RemoteScope, ScopeLayer } from './guidance.ts';
import type { KataCategory } from './katas/kata.ts';
import { distinctRules, union } from './rules/merge-rules.ts';
import type { Rule, RuleCategory } from './rules/rule.ts';
import type { Stories } from './stories/story.ts';

/** What the masters say of one scope together. */
export interface MergedRemotes extends Guidance {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * The answers of several masters as one, in list order (docs/federation.md): commandments add up; of suggestions, katas and
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
      (first, later) => ({ ...first, when: first.when ?? later.when }),
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

/**
 * The masters' part without what is a local appending (`+`) suggestion come round through a circle of servers: the same
 * text from the same line of the same file. It is appended once.
 */
export function withoutEchoes(remote: MergedRemotes, local: ScopeLayer | null): MergedRemotes {
  const appended = [...(local?.suggestions ?? [])].filter(
    ([key, { append }]) => append && remote.suggestions.has(key),
  );
  if (appended.length === 0) return remote;
  const suggestions = new Map(remote.suggestions);
  for (const [key, { rules }] of appended) {
    const category = remote.suggestions.get(key);
    if (category === undefined) continue;
    const own = new Set(rules.map(placeAndText));
    suggestions.set(key, {
      ...category,
      rules: category.rules.filter((rule) => !own.has(placeAndText(rule))),
    });
  }
  return { ...remote, suggestions };
}

function placeAndText({ text, origin: { scope, file, line } }: Rule): string {
  return JSON.stringify([scope, file, line, text]);
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
