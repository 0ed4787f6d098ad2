import type { RemoteScope, ScopeParts } from '../../../guidance/guidance.ts';

/** A parent that a master names and that is not inherited from. */
export interface PassedOver {
  readonly scope: string;
  readonly parent: string;
  readonly url: string;
  readonly why: 'circle' | 'depth';
}

/** What a scope is made of, without the parents that masters may not add. */
export interface WithoutPassedOver {
  readonly parts: ReadonlyMap<string, ScopeParts>;
  readonly passedOver: readonly PassedOver[];
}

type Parts = ReadonlyMap<string, ScopeParts>;

/** Parents that are passed over, by the scope that masters name them for. */
type Dropped = Map<string, Map<string, PassedOver['why']>>;

/** A step of a walk to ancestors: a scope, and whether a master alone leads there. */
interface Step {
  readonly scope: string;
  readonly isTold: boolean;
}

/**
 * Passes over the parents that masters name where they would close a circle with local scopes, or lie more than `maxDepth` generations
 * above a local one: a master's word breaks no local content. What local files say is not touched; neither are circles of masters'
 * scopes above a scope that is a master's itself, which are faults of nobody else's.
 */
export function passOver(name: string, parts: Parts, maxDepth: number): WithoutPassedOver {
  if (![...parts.values()].some(hasTold)) return { parts, passedOver: [] };
  const dropped: Dropped = new Map();
  const drop = (scope: string, parent: string, why: PassedOver['why']) => {
    const known = dropped.get(scope) ?? new Map<string, PassedOver['why']>();
    dropped.set(scope, known.set(parent, why));
  };
  const parentsOf = (scope: string) =>
    parentSteps(parts.get(scope)).filter(
      (step) => parts.has(step.scope) && !dropped.get(scope)?.has(step.scope),
    );
  const isLocal = (scope: string) => parts.get(scope)?.local != null;
  dropCircles(name, parentsOf, { maxDepth, isLocal, drop });
  if (isLocal(name)) dropDepths(name, parentsOf, { maxDepth, drop });
  return dropped.size === 0 ? { parts, passedOver: [] } : without(parts, dropped);
}

function hasTold({ remotes }: ScopeParts): boolean {
  return remotes.some(({ absentParents }) => absentParents.length > 0);
}

/** The parents of a scope in their order. What its own files name is no word of a master's. */
function parentSteps(part: ScopeParts | undefined): readonly Step[] {
  const own = part?.local?.metadata.parents ?? [];
  const told = new Set(part?.remotes.flatMap(({ absentParents }) => absentParents));
  for (const parent of own) told.delete(parent);
  return [
    ...own.map((scope) => ({ scope, isTold: false })),
    ...[...told].map((scope) => ({ scope, isTold: true })),
  ];
}

type ParentsOf = (scope: string) => readonly Step[];

/** Drops of each circle the last step that a master alone leads, walking from the scope; and where a walk becomes too long likewise. */
function dropCircles(
  name: string,
  parentsOf: ParentsOf,
  options: {
    readonly maxDepth: number;
    readonly isLocal: (scope: string) => boolean;
    readonly drop: (scope: string, parent: string, why: PassedOver['why']) => void;
  },
): void {
  const { maxDepth, isLocal, drop } = options;
  const done = new Set<string>();
  const path: Step[] = [];

  /** Drops the last step of the path after `start` that a master leads; its place, null where there is none. */
  const dropLast = (start: number, why: PassedOver['why']): number | null => {
    const at = path.findLastIndex(({ isTold }, place) => isTold && place > start);
    const [below, above] = [path[at - 1], path[at]];
    if (below === undefined || above === undefined) return null;
    drop(below.scope, above.scope, why);
    return at;
  };

  /** The place in the path that the walk goes on before; null where it goes on here. */
  const visit = (step: Step): number | null => {
    const place = path.push(step) - 1;
    const back = place > maxDepth ? (isLocal(name) ? dropLast(0, 'depth') : null) : walk(step, place);
    path.length = place;
    if (back === null && place <= maxDepth) done.add(step.scope);
    return back;
  };

  const walk = ({ scope }: Step, place: number): number | null => {
    for (const parent of parentsOf(scope)) {
      if (done.has(parent.scope)) continue;
      const start = path.findIndex((one) => one.scope === parent.scope);
      if (start < 0) {
        const back = visit(parent);
        if (back !== null && back <= place) return back;
        continue;
      }
      if (!isLocal(name) && !path.slice(start).some((one) => isLocal(one.scope))) continue;
      if (parent.isTold) {
        drop(scope, parent.scope, 'circle');
        continue;
      }
      // A circle of local files alone is a fault.
      const back = dropLast(start, 'circle');
      if (back !== null) return back;
    }
    return null;
  };

  visit({ scope: name, isTold: false });
}

/** Drops what masters lead to where the longest way there and the local files above it are more generations than may be. */
function dropDepths(
  name: string,
  parentsOf: ParentsOf,
  {
    maxDepth,
    drop,
  }: {
    readonly maxDepth: number;
    readonly drop: (scope: string, parent: string, why: PassedOver['why']) => void;
  },
): void {
  const farthestFirst: string[] = [];
  const heights = new Map<string, number>();
  const visit = (scope: string): number => {
    const known = heights.get(scope);
    if (known !== undefined) return known;
    // A circle of local files is a fault.
    heights.set(scope, 0);
    let height = 0;
    for (const step of parentsOf(scope)) {
      const above = visit(step.scope);
      if (!step.isTold) height = Math.max(height, above + 1);
    }
    heights.set(scope, height);
    farthestFirst.push(scope);
    return height;
  };
  visit(name);
  const depths = new Map<string, number>();
  for (const scope of farthestFirst.reverse()) {
    const depth = (depths.get(scope) ?? 0) + 1;
    for (const { scope: parent, isTold } of parentsOf(scope)) {
      if (isTold && depth + (heights.get(parent) ?? 0) > maxDepth) drop(scope, parent, 'depth');
      else depths.set(parent, Math.max(depths.get(parent) ?? 0, depth));
    }
  }
}

/** The parts without what was dropped, and who had named it. */
function without(parts: Parts, dropped: Dropped): WithoutPassedOver {
  const passedOver: PassedOver[] = [];
  const left = new Map(parts);
  for (const [scope, parents] of dropped) {
    const part = parts.get(scope);
    if (part === undefined) continue;
    const remotes = part.remotes.map((remote): RemoteScope => {
      for (const parent of remote.absentParents) {
        const why = parents.get(parent);
        if (why !== undefined) passedOver.push({ scope, parent, url: remote.url, why });
      }
      return { ...remote, absentParents: remote.absentParents.filter((parent) => !parents.has(parent)) };
    });
    left.set(scope, { ...part, remotes });
  }
  return { parts: left, passedOver };
}
