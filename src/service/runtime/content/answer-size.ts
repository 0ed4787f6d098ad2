import type { Guidance, RemoteScope, ScopeLayer, ScopeParts } from '../../../guidance/guidance.ts';
import { kindNames, kinds } from '../../../guidance/kinds.ts';

/** Characters that masters may add to one answer. */
const maxRemoteSize = 16 * 1024 * 1024;
/** Characters that answers may write for categories of local files. */
export const maxLocalSize: number = 64 * 1024 * 1024;
/** What an answer writes around each category. */
const perCategory = 40;

export interface Fitting {
  readonly parts: ReadonlyMap<string, ScopeParts>;
  /** The masters whose part would make an answer too large. */
  readonly leftOut: readonly string[];
  /** Characters that answers write more often than the local files hold them. */
  readonly localSize: number;
}

/**
 * Leaves out, in list order, each master whose part would take answers over 16 MiB. A `when` stands with every category
 * that inherits it and a path is written segment by segment, so that a few megabytes can become gigabytes.
 */
export function leaveOutTooLarge(parts: ReadonlyMap<string, ScopeParts>): Fitting {
  const all = [...parts.values()];
  const locals = all.flatMap(({ local }): ScopeLayer[] => (local === null ? [] : [local]));
  const localSize = writtenSize(locals);
  const leftOut = new Set<string>();
  const kept: RemoteScope[] = [];
  for (const url of new Set(all.flatMap(({ remotes }) => remotes.map((remote) => remote.url)))) {
    const more = all.flatMap(({ remotes }) => remotes.filter((remote) => remote.url === url));
    const together = [...kept, ...more];
    const texts = together.reduce((sum, { size }) => sum + size, 0);
    if (texts + writtenSize([...locals, ...together]) - localSize > maxRemoteSize) leftOut.add(url);
    else kept.push(...more);
  }
  if (leftOut.size === 0) return { parts, leftOut: [], localSize };
  const fitting = [...parts].flatMap(([name, { local, remotes }]): [string, ScopeParts][] => {
    const rest = remotes.filter(({ url }) => !leftOut.has(url));
    return local === null && rest.length === 0 ? [] : [[name, { local, remotes: rest }]];
  });
  return { parts: new Map(fitting), leftOut: [...leftOut], localSize };
}

/** Characters that answers write for the categories of these contents together, texts aside: at most this many. */
function writtenSize(contents: readonly Guidance[]): number {
  const categories: string[] = [];
  const whens = new Map<string, number>();
  for (const content of contents) {
    for (const kind of kindNames) {
      for (const { category, when } of groupsOf(content, kind)) {
        if (category === null) continue;
        categories.push(category);
        if (when !== null) whens.set(category, Math.max(whens.get(category) ?? 0, when.length));
      }
    }
  }
  let size = 0;
  const inherited = new Map<string, number>();
  /** The length of the nearest `when`; each path is a heading when it is first met. */
  const whenOf = (path: string): number => {
    const known = inherited.get(path);
    if (known !== undefined) return known;
    const end = path.lastIndexOf('.');
    const above = end < 0 ? 0 : whenOf(path.slice(0, end));
    const length = whens.get(path) ?? above;
    inherited.set(path, length);
    size += path.length - end + perCategory;
    return length;
  };
  for (const category of categories) size += category.length + perCategory + whenOf(category);
  return size;
}

function groupsOf<Name extends keyof Guidance>(content: Guidance, kind: Name) {
  return kinds[kind].groups(content[kind]);
}
