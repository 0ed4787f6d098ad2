import { inheritanceOrder } from '../support/inheritance-order.ts';
import type { Content, Layer, World } from './worlds.ts';

/** A category as an answer has it. */
interface Category {
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly rules: readonly string[];
  /** Of suggestions: whether all of them were appended. */
  readonly append?: boolean;
}
interface KataGroup {
  readonly when: string | null;
  readonly katas: Readonly<Record<string, { readonly when: string | null; readonly procedure: string }>>;
}

/** What a scope ends up with: texts only, in no order between categories. */
export interface Merged {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly commandments: Readonly<Record<string, Category>>;
  readonly suggestions: Readonly<Record<string, Category>>;
  readonly katas: Readonly<Record<string, KataGroup>>;
  readonly stories: Readonly<Record<string, string>>;
}

const nothing: Merged = {
  description: '',
  tags: {},
  commandments: {},
  suggestions: {},
  katas: {},
  stories: {},
};

/**
 * docs/inheritance.md and docs/federation.md read out as plainly as possible: what the reader of a world must make of a scope. Null
 * where no server that is up has it.
 */
export function expected(world: World, name: string): Merged | null {
  const remotes = world.masters
    .filter(({ down }) => down === null)
    .map(
      ({ content }, at) =>
        (scope: string) =>
          alone(content, `master ${at}`, scope),
    );
  const merged = resolve(world.local, 'local', remotes, name)?.merged ?? null;
  return merged === null ? null : withoutPlaces(merged);
}

/** What a server that has all of it would make of a scope. */
export function expectedOfOne(content: Content, name: string): Merged | null {
  const merged = alone(content, 'one', name)?.merged ?? null;
  return merged === null ? null : withoutPlaces(merged);
}

/** Suggestions are told from each other by their places as long as they are merged. */
const atPlace = (text: string, server: string, scope: string) => `${text}\n${server} ${scope}`;

function withoutPlaces(merged: Merged): Merged {
  const suggestions = map(merged.suggestions, ({ when, tags, rules }) => ({
    when,
    tags,
    rules: rules.map((rule) => rule.slice(0, rule.lastIndexOf('\n'))),
  }));
  return { ...merged, suggestions };
}

interface Resolved {
  readonly merged: Merged;
  /** Ancestors that are nowhere, nearest first. */
  readonly absent: readonly string[];
}

/** A scope of one server that has no masters. */
function alone(content: Content, server: string, name: string): Resolved | null {
  return resolve(content, server, [], name);
}

function resolve(
  content: Content,
  server: string,
  masters: readonly ((name: string) => Resolved | null)[],
  name: string,
): Resolved | null {
  const told = (scope: string) => masters.flatMap((master) => master(scope) ?? []);
  const isKnown = (scope: string) => content[scope] !== undefined || told(scope).length > 0;
  if (!isKnown(name)) return null;
  const together = (scope: string) =>
    told(scope)
      .map(({ merged }) => merged)
      .reduce<Merged>(besides, nothing);
  const parentsOf = (scope: string) =>
    once([...(content[scope]?.parents ?? []), ...told(scope).flatMap(({ absent }) => absent)]);
  const farthestFirst = inheritanceOrder(name, parentsOf).toReversed();
  let result = nothing;
  for (const scope of farthestFirst) result = put(result, together(scope));
  for (const scope of farthestFirst) {
    const layer = content[scope];
    if (layer !== undefined) result = put(result, own(layer, server, scope));
  }
  const { description, tags } = content[name] ?? together(name);
  const absent = farthestFirst.toReversed().filter((scope) => !isKnown(scope));
  return { merged: { ...result, description, tags }, absent };
}

/** What `above` makes of `below`; what is appended has what lies below at the same place already. */
function put(below: Merged, above: Merged): Merged {
  return {
    ...nothing,
    commandments: join(below.commandments, above.commandments, add),
    suggestions: join(below.suggestions, above.suggestions, (low, high) =>
      high.append
        ? {
            when: high.when ?? low.when,
            tags: once([...low.tags, ...high.tags]),
            rules: [...low.rules, ...high.rules.filter((rule) => !low.rules.includes(rule))],
            append: low.append ?? false,
          }
        : high,
    ),
    katas: join(below.katas, above.katas, (low, high) => ({
      when: high.when ?? low.when,
      katas: { ...low.katas, ...high.katas },
    })),
    stories: { ...below.stories, ...above.stories },
  };
}

/** Two masters as one; the first has the higher priority. */
function besides(first: Merged, later: Merged): Merged {
  return {
    description: first.description || later.description,
    tags: Object.keys(first.tags).length > 0 ? first.tags : later.tags,
    commandments: join(first.commandments, later.commandments, (one, two) => ({
      ...add(one, two),
      when: one.when ?? two.when,
    })),
    suggestions: join(first.suggestions, later.suggestions, (one, two) => ({
      ...one,
      when: one.when ?? two.when,
    })),
    katas: join(first.katas, later.katas, (one, two) => ({
      when: one.when ?? two.when,
      katas: { ...two.katas, ...one.katas },
    })),
    stories: { ...later.stories, ...first.stories },
  };
}

function add(low: Category, high: Category): Category {
  return {
    when: high.when ?? low.when,
    tags: once([...low.tags, ...high.tags]),
    rules: once([...low.rules, ...high.rules]),
  };
}

function own(layer: Layer, server: string, scope: string): Merged {
  return {
    ...nothing,
    commandments: map(layer.commandments, ({ when, tags, ruleset }) => ({
      when: blankToNull(when),
      tags,
      rules: once(ruleset),
    })),
    suggestions: map(layer.suggestions, ({ plus, when, tags, ruleset }) => ({
      when: blankToNull(when),
      tags,
      rules: ruleset.map((text) => atPlace(text, server, scope)),
      append: plus,
    })),
    katas: map(layer.katas, ({ when, katas }) => ({
      when: blankToNull(when),
      katas: map(katas, (kata) => ({ when: blankToNull(kata.when), procedure: kata.procedure })),
    })),
    stories: layer.stories,
  };
}

function join<Value>(
  low: Readonly<Record<string, Value>>,
  high: Readonly<Record<string, Value>>,
  both: (low: Value, high: Value) => Value,
): Record<string, Value> {
  const result = { ...low };
  for (const [key, value] of Object.entries(high)) {
    const known = low[key];
    result[key] = known === undefined ? value : both(known, value);
  }
  return result;
}

function map<From, To>(
  from: Readonly<Record<string, From>>,
  convert: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, convert(value)]));
}

function blankToNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}

function once(items: readonly string[]): string[] {
  return items.filter((item, index) => items.indexOf(item) === index);
}
