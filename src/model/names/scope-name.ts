import { Fault } from '../fault.ts';

export const scopeNamePattern: RegExp = /^[A-Za-z0-9_-]{1,200}$/;

/** Names that one master may list: enough for any organisation, and bearable for who reads them. */
export const maxListedScopes = 10_000;

/** The name itself when it can name a scope; otherwise the fault `invalid-scope-name`. */
export function checkScopeName(name: string): string {
  if (scopeNamePattern.test(name)) return name;
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  throw new Fault(
    'invalid-scope-name',
    `"${shown}" cannot be a scope name: use 1 to 200 of the characters A-Z, a-z, 0-9, "_" and "-".`,
  );
}
