import type { ScopeMetadata } from '../model/guidance.ts';
import { lineageOf } from '../resolve/lineage.ts';
import { parentsFirst } from '../resolve/order.ts';
import type { Guidance, RemoteScope, ResolvedScope, ScopeLayer } from './guidance.ts';
import { mergeKatas } from './katas/merge-katas.ts';
import { mergeRemotes, withoutEchoes } from './merge-remotes.ts';
import { mergeCommandments, mergeSuggestions } from './rules/merge-rules.ts';
import { mergeStories } from './stories/merge-stories.ts';
import { type CheckResult, checkKey, type Stories } from './stories/story.ts';

/** All that is known of one scope: its own files, and what masters say of it, in list order. */
export interface ScopeParts {
  /** Null where the scope is only on masters. */
  readonly local: ScopeLayer | null;
  readonly remotes: readonly RemoteScope[];
}

/** What a resolution is told beside the content. */
export type ResolutionNotes = Pick<ResolvedScope, 'warnings' | 'unavailable' | 'keepSeconds'>;

const noGuidance: Guidance = {
  commandments: new Map(),
  suggestions: new Map(),
  katas: new Map(),
  stories: new Map(),
};

/**
 * A scope with everything it inherits. Each parent is resolved with its own chain, parents are merged from last to
 * first, what masters say of the scope lies over that, and its own files on top. `parts` holds the scope and its
 * ancestors; a parent that is not in it is skipped. Faults: `inheritance-cycle`, `inheritance-too-deep`.
 */
export function resolveScope(
  name: string,
  parts: ReadonlyMap<string, ScopeParts>,
  options: { maxDepth: number; notes: ResolutionNotes },
): ResolvedScope {
  const own = parts.get(name);
  if (own === undefined) throw new TypeError(`content of scope ${name} is missing`);
  const parentsOf = (scope: string) => {
    const found = parts.get(scope);
    return found === undefined ? undefined : (found.local?.metadata.parents ?? []);
  };
  const lineage = lineageOf(name, parentsOf, options.maxDepth);
  const { commandments, suggestions, katas, stories } = merged(name, parts, new Map());
  const used = lineage.flatMap((scope) => parts.get(scope) ?? []);
  const remotes = used.flatMap((part) => part.remotes);
  return {
    name,
    metadata: metadataOf(own),
    lineage,
    access: used.flatMap(({ local }) => local?.metadata.access ?? []),
    sources: [
      ...(used.some(({ local }) => local !== null) ? ['local'] : []),
      ...new Set(remotes.map(({ url }) => url)),
    ],
    commandments: parentsFirst(commandments),
    suggestions: parentsFirst(suggestions),
    katas: parentsFirst(katas),
    stories,
    remoteResults: resultsOf(stories, remotes),
    ...options.notes,
  };
}

/** The results of the stories in use, each from the master that gave its story: no other may say that it is proved. */
function resultsOf(stories: Stories, remotes: readonly RemoteScope[]): ReadonlyMap<string, CheckResult> {
  const found = new Map<string, CheckResult>();
  for (const remote of remotes) {
    const used = [...remote.stories.values()].filter((story) => stories.get(story.id) === story);
    const places = new Set(
      used.flatMap(({ acs, origin }) => [...acs.keys()].map((ac) => `${origin.scope} ${ac}`)),
    );
    for (const result of remote.results) {
      const { scope, ac, check } = result;
      const key = checkKey(scope, ac, check);
      if (places.has(`${scope} ${ac}`) && !found.has(key)) found.set(key, result);
    }
  }
  return found;
}

function merged(
  name: string,
  parts: ReadonlyMap<string, ScopeParts>,
  known: Map<string, Guidance>,
): Guidance {
  const found = known.get(name);
  if (found !== undefined) return found;
  const part = parts.get(name);
  if (part === undefined) return noGuidance;
  const { local, remotes } = part;
  const inherited = (local?.metadata.parents ?? [])
    .toReversed()
    .map((parent) => merged(parent, parts, known))
    .reduce(over, noGuidance);
  const withRemotes =
    remotes.length === 0 ? inherited : over(inherited, withoutEchoes(mergeRemotes(remotes), local));
  const result = local === null ? withRemotes : over(withRemotes, local);
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

/** The scope's own metadata; what it does not say itself, masters may. */
function metadataOf({ local, remotes }: ScopeParts): ScopeMetadata {
  const { description, tags } = mergeRemotes(remotes);
  if (local === null) return { description, tags, parents: [], access: null };
  const { metadata } = local;
  return {
    ...metadata,
    description: metadata.description || description,
    tags: Object.keys(metadata.tags).length > 0 ? metadata.tags : tags,
  };
}
