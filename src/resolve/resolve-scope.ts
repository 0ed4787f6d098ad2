import type { KataCategories, ResolvedScope, RuleCategories, ScopeLayer } from '../model/guidance.ts';
import type { Stories } from '../model/vision.ts';
import { lineageOf } from './lineage.ts';
import { mergeKatas } from './merge-katas.ts';
import { mergeCommandments, mergeSuggestions } from './merge-rules.ts';
import { mergeStories } from './merge-stories.ts';
import { parentsFirst } from './order.ts';

/** The mergeable part of a scope: one entry per kind of guidance. */
interface Guidance {
  readonly commandments: RuleCategories;
  readonly suggestions: RuleCategories;
  readonly katas: KataCategories;
  readonly stories: Stories;
}

const noGuidance: Guidance = {
  commandments: new Map(),
  suggestions: new Map(),
  katas: new Map(),
  stories: new Map(),
};

/**
 * A scope with everything it inherits. Each parent is resolved with its own chain, parents are merged from last to
 * first, and the scope's own content goes on top. `layers` holds the scope and its ancestors; a parent that is not
 * in it is skipped. Faults: `inheritance-cycle`, `inheritance-too-deep`.
 */
export function resolveScope(
  name: string,
  layers: ReadonlyMap<string, ScopeLayer>,
  options: { maxDepth: number; warnings: readonly string[] },
): ResolvedScope {
  const own = layers.get(name);
  if (own === undefined) throw new TypeError(`layer of scope ${name} is missing`);
  const lineage = lineageOf(name, (scope) => layers.get(scope)?.metadata.parents, options.maxDepth);
  const { commandments, suggestions, katas, stories } = merged(name, layers, new Map());
  return {
    name,
    metadata: own.metadata,
    lineage,
    sources: ['local'],
    commandments: parentsFirst(commandments),
    suggestions: parentsFirst(suggestions),
    katas: parentsFirst(katas),
    stories,
    warnings: options.warnings,
  };
}

function merged(
  name: string,
  layers: ReadonlyMap<string, ScopeLayer>,
  known: Map<string, Guidance>,
): Guidance {
  const found = known.get(name);
  if (found !== undefined) return found;
  const layer = layers.get(name);
  if (layer === undefined) return noGuidance;
  const inherited = layer.metadata.parents
    .toReversed()
    .map((parent) => merged(parent, layers, known))
    .reduce(over, noGuidance);
  const result = over(inherited, layer);
  known.set(name, result);
  return result;
}

function over(below: Guidance, above: Guidance): Guidance {
  return {
    commandments: mergeCommandments(below.commandments, above.commandments),
    suggestions: mergeSuggestions(below.suggestions, above.suggestions),
    katas: mergeKatas(below.katas, above.katas),
    stories: mergeStories(below.stories, above.stories),
  };
}
