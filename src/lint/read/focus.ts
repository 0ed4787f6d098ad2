import type { Lineages } from '../checks/check-lineage.ts';
import type { ScopeTemplates } from '../checks/template-uses.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Unread } from './read-near.ts';

/** Some content files, and what other scopes have to do with the problems of these. */
export interface Focus {
  readonly files: ReadonlySet<string>;
  isOwn(scope: string): boolean;
  /** Whether a scope has anything to do with these files. */
  concerns(scope: string): boolean;
  /** Whether rules of these files may be reported beside others, or silenced, in a scope. */
  mayMeetIn(scope: string): boolean;
  /** Whether a scope inherits texts of these files that have templates. */
  usesTemplates(scope: string): boolean;
}

/**
 * What the problems of `files` depend on. Null where that is everything: whether an entry of `lint_ignore` silences something
 * shows in all scopes, and a file of no scope is not content.
 */
export function focusOn(
  files: ReadonlySet<string>,
  { scopes, unread }: { readonly scopes: ReadonlyMap<string, LintScope>; readonly unread: Unread | null },
  lineages: Lineages,
  templatesOf: (scope: string) => ScopeTemplates | undefined,
): Focus | null {
  const own = new Set([...files].map((file) => file.slice(0, file.indexOf('/'))));
  const ignores = (name: string) => (scopes.get(name)?.layer.metadata.lintIgnore ?? []).length > 0;
  for (const name of own) {
    if (!scopes.has(name) || (files.has(`${name}/metadata.yml`) && ignores(name))) return null;
  }
  const withTemplates = new Set(
    [...own].filter((name) => templatesOf(name)?.all.some(({ file }) => files.has(file))),
  );
  const inherits = (scope: string, from: ReadonlySet<string>) =>
    lineages.get(scope)?.some((name) => from.has(name)) ?? false;
  const above = new Set([...own].flatMap((name) => lineages.get(name) ?? []));
  // Whether a variable has a value anywhere shows in all heirs.
  const isKnown = withTemplates.size > 0 && !unread?.hasHeirs;
  const usesTemplates = (scope: string) => isKnown && inherits(scope, withTemplates);
  const mayMeetIn = (scope: string) => {
    if (own.has(scope)) return true;
    if (ignores(scope)) return above.has(scope) || inherits(scope, own);
    // With one parent, a scope brings together only pairs that are reported at its own rules.
    return (scopes.get(scope)?.layer.metadata.parents ?? []).length > 1 && inherits(scope, own);
  };
  return {
    files,
    isOwn: (scope) => own.has(scope),
    concerns: (scope) => mayMeetIn(scope) || usesTemplates(scope),
    mayMeetIn,
    usesTemplates,
  };
}
