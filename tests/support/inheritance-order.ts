/**
 * The order of inheritance read out of docs/inheritance.md as plainly as possible, nearest first: the whole walk, in which a
 * scope comes as often as it is met, and of each scope its last meeting.
 */
export function inheritanceOrder<Name>(name: Name, parentsOf: (name: Name) => readonly Name[]): Name[] {
  const walk = (scope: Name): Name[] => [scope, ...parentsOf(scope).flatMap(walk)];
  const met = walk(name);
  return met.filter((scope, place) => met.lastIndexOf(scope) === place);
}
