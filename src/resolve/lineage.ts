import { Fault } from '../model/fault.ts';

/**
 * The scope and all its ancestors in the one order of inheritance, nearest first: a walk from the scope, depth first,
 * parents as listed, in which the last meeting of a scope counts (docs/inheritance.md). So each comes once, after everything
 * that inherits from it. Parents that `parentsOf` does not know are left out. Takes time linear in the number of parents.
 * Faults: `inheritance-cycle` naming the path, `inheritance-too-deep` above `maxDepth` generations of ancestors.
 */
export function lineageOf(
  name: string,
  parentsOf: (name: string) => readonly string[] | undefined,
  maxDepth: number,
): string[] {
  const farthestFirst: string[] = [];
  const heights = new Map<string, number>();

  // Backwards, the last meeting is the first, and what lies above a scope that was met has been met too.
  const visit = (scope: string, path: readonly string[]): number => {
    const known = heights.get(scope);
    if (known !== undefined) return known;
    if (path.includes(scope)) throw cycle(name, [...path.slice(path.indexOf(scope)), scope]);
    if (path.length > maxDepth) throw tooDeep(name, maxDepth);
    const parents = (parentsOf(scope) ?? []).filter((parent) => parentsOf(parent) !== undefined);
    const above = parents.toReversed().map((parent) => visit(parent, [...path, scope]) + 1);
    const height = above.reduce((most, one) => Math.max(most, one), 0);
    heights.set(scope, height);
    farthestFirst.push(scope);
    return height;
  };

  if (visit(name, []) > maxDepth) throw tooDeep(name, maxDepth);
  return farthestFirst.reverse();
}

function cycle(name: string, path: readonly string[]): Fault {
  return new Fault(
    'inheritance-cycle',
    `The parents of scope "${name}" go round in a circle: ${path.join(' -> ')}. Remove one of these parents.`,
  );
}

function tooDeep(name: string, maxDepth: number): Fault {
  return new Fault(
    'inheritance-too-deep',
    `Scope "${name}" has more than ${maxDepth} generations of parents. Flatten them, or raise max_inheritance_depth.`,
  );
}
