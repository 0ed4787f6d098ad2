/** Scopes named beside each other when none of them is above the others. */
const maxNamed = 3;

/** The scopes of `names` that inherit from no other of them. */
export function topsOf(
  names: readonly string[],
  lineages: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const all = new Set(names);
  return names.filter(
    (name) => !(lineages.get(name) ?? []).some((ancestor) => ancestor !== name && all.has(ancestor)),
  );
}

/** Scopes in few words: `acme and 14 scopes below`. */
export function reachText(
  names: readonly string[],
  lineages: ReadonlyMap<string, readonly string[]>,
): string {
  const tops = topsOf(names, lineages);
  const shown = tops.slice(0, maxNamed);
  const more = names.length - shown.length;
  const scopes = `${more} ${tops.length > maxNamed ? 'other ' : ''}scope${more === 1 ? '' : 's'}`;
  const rest = more === 0 ? [] : [tops.length > maxNamed ? scopes : `${scopes} below`];
  const words = [...shown, ...rest];
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
