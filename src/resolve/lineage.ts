import { Fault } from '../model/fault.ts';

/**
 * The scope and all its ancestors, nearest first: itself, then each parent with its own chain, highest priority
 * first, every name once. Parents that `parentsOf` does not know are left out.
 * Faults: `inheritance-cycle` naming the path, `inheritance-too-deep` above `maxDepth` generations of ancestors.
 */
export function lineageOf(
  name: string,
  parentsOf: (name: string) => readonly string[] | undefined,
  maxDepth: number,
): string[] {
  const order = new Set<string>();
  const heights = new Map<string, number>();

  const visit = (scope: string, path: readonly string[]): number => {
    const known = heights.get(scope);
    if (known !== undefined) return known;
    if (path.includes(scope)) {
      const cycle = [...path.slice(path.indexOf(scope)), scope].join(' -> ');
      throw new Fault(
        'inheritance-cycle',
        `The parents of scope "${name}" go round in a circle: ${cycle}. Remove one of these parents.`,
      );
    }
    if (path.length > maxDepth) throw tooDeep(name, maxDepth);
    order.add(scope);
    const parents = (parentsOf(scope) ?? []).filter((parent) => parentsOf(parent) !== undefined);
    const below = parents.map((parent) => visit(parent, [...path, scope]) + 1);
    const height = Math.max(0, ...below);
    heights.set(scope, height);
    return height;
  };

  if (visit(name, []) > maxDepth) throw tooDeep(name, maxDepth);
  return [...order];
}

function tooDeep(name: string, maxDepth: number): Fault {
  return new Fault(
    'inheritance-too-deep',
    `Scope "${name}" has more than ${maxDepth} generations of parents. Flatten them, or raise max_inheritance_depth.`,
  );
}
