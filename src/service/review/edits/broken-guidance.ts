import { type Difference, problemNow } from '../../compare/change.ts';
import type { LoadedScope, LoadedScopes } from '../../compare/load/load-scopes.ts';

/** A mistake that a change brings into guidance. */
export interface BrokenGuidance {
  /** Below the root of the repository. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/**
 * The mistakes that keep content after a change from being served and that were not there before, their files below the rules folder.
 * `hasOthers` says whether masters or sources may have a parent that the folder lacks.
 */
export function findBroken(
  before: LoadedScopes,
  after: LoadedScopes,
  { scopes }: Pick<Difference, 'scopes'>,
  hasOthers: boolean,
): readonly BrokenGuidance[] {
  const own = [...after].flatMap(([name, scope]) => newErrors(before.get(name), scope));
  const absent = hasOthers
    ? []
    : [...after].flatMap(([name, scope]) => lostParents(name, scope, before, after));
  const failing = scopes.flatMap((scope) => {
    const { name } = scope;
    const message = problemNow(scope);
    return message === null || after.get(name)?.errors.length !== 0 ? [] : [{ name, message }];
  });
  // A circle breaks all scopes that inherit from it: those count whose parents are others now.
  const parentsOf = (from: LoadedScopes, name: string) => from.get(name)?.layer.metadata.parents.join();
  const causing = failing.filter(({ name }) => parentsOf(before, name) !== parentsOf(after, name));
  const inherited = (causing.length > 0 ? causing : failing).map(
    ({ name, message }): BrokenGuidance => ({ ...placeOf(after.get(name), 0, name), message }),
  );
  return [...own, ...absent, ...inherited].sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || (a.line ?? 0) - (b.line ?? 0),
  );
}

function newErrors(was: LoadedScope | undefined, is: LoadedScope): BrokenGuidance[] {
  if (was === is) return [];
  const textOf = ({ file, code, message }: LoadedScope['errors'][number]) =>
    JSON.stringify([file, code, message]);
  const old = new Set(allErrors(was).map(textOf));
  return allErrors(is)
    .filter((problem) => !old.has(textOf(problem)))
    .map(({ file, line, column, message, hint }) => ({ file, line, column, message: `${message}. ${hint}` }));
}

function allErrors(scope: LoadedScope | undefined): LoadedScope['errors'] {
  return scope === undefined ? [] : [...scope.errors, ...scope.waiverErrors];
}

/** The parents of a scope that are nowhere after the change, unless that was so before. */
function lostParents(
  name: string,
  scope: LoadedScope,
  before: LoadedScopes,
  after: LoadedScopes,
): BrokenGuidance[] {
  const old = before.get(name)?.layer.metadata.parents ?? [];
  return scope.layer.metadata.parents.flatMap((parent, index) => {
    const wasLost = old.includes(parent) && !before.has(parent);
    if (after.has(parent) || wasLost) return [];
    return [{ ...placeOf(scope, index, name), message: `the parent \`${parent}\` does not exist` }];
  });
}

/** Where a scope names one of its parents. */
function placeOf(
  scope: LoadedScope | undefined,
  index: number,
  name: string,
): Pick<BrokenGuidance, 'file' | 'line' | 'column'> {
  const [, file, line, column] =
    /^(.*):(\d+):(\d+)$/.exec(scope?.layer.metadata.parentsAt?.[index] ?? '') ?? [];
  if (file === undefined) return { file: `${name}/metadata.yml` };
  return { file, line: Number(line), column: Number(column) };
}
