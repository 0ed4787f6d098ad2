import type { GatedKey } from '../gate.ts';

/**
 * What a user has said of a settings file that came with a checkout: it holds; it was never given; it is of an older version, which kept
 * it in another way; or something has changed since, files and keys of the settings.
 */
export type Consent =
  | { readonly state: 'given' | 'never' | 'outdated' }
  | { readonly state: 'changed'; readonly files: readonly string[]; readonly keys: readonly string[] };

const destinations = ['master_server_url', 'masters'];

/**
 * What consent to a settings file is bound to, as JSON by key: the value of each key that needs it, and the masters, for logins and
 * reports go to them. Anything else in the file may change.
 */
export function boundValues(
  data: Readonly<Record<string, unknown>>,
  gated: readonly GatedKey[],
): Readonly<Record<string, string>> {
  const names = [...new Set([...gated.map(({ name }) => name), ...destinations])].sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(data, name) ? data[name] : null;
      return value === null || value === undefined ? [] : [[name, JSON.stringify(inOrder(value))]];
    }),
  );
}

/** The same data with the keys of all mappings in one order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, inOrder(one)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
