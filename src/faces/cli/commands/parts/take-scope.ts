import { hasOtherScopes } from '../../../../config/other-scopes.ts';
import { toFlag } from '../../../../config/setting-flags.ts';
import { Fault } from '../../../../model/fault.ts';
import { nearest } from '../../../../model/text/nearest.ts';
import type { Operation } from '../../../../service/operation.ts';
import type { Service } from '../../../../service/service.ts';
import type { Printer } from '../../printer.ts';
import { UsageMistake } from '../../words/usage-mistake.ts';

/** The words of a command line, without the one that names a scope. */
interface Taken {
  readonly scope: { readonly scope_name?: string };
  readonly words: readonly string[];
}

/**
 * Takes the scope from the words of a command line: the first, where there is a scope of that name, else the default scope.
 * UsageMistake where no words are left and nothing stands for them; Fault `invalid-parameter` where no scope is named.
 */
export async function takeScope(
  words: readonly string[],
  { cli, input }: Operation,
  given: Readonly<Record<string, unknown>>,
  service: Service,
  printer: Printer,
): Promise<Taken> {
  const { command = '', words: spoken } = cli ?? {};
  const needsNoWords = spoken?.or !== undefined && given[spoken.or] !== undefined;
  const takesScope = 'scope_name' in input.entries;
  const check = (rest: readonly string[]) => {
    if (rest.length > 0 || needsNoWords) return;
    const other = spoken?.or === undefined ? '' : `, or ${toFlag(spoken.or)}`;
    throw new UsageMistake(
      `"precept ${command}" needs words to search for${other}`,
      takesScope ? 'The first word may be the name of a scope.' : '',
    );
  };
  check(words);
  if (!takesScope) return { scope: {}, words };
  const [first, ...rest] = words;
  const { names } = await service.scopes();
  if (first !== undefined && names.includes(first)) {
    check(rest);
    const { default_scope: other } = service.config.settings;
    if (other !== null && other !== first)
      printer.note(
        `precept: the first word names a scope, so this is about "${first}", not the default_scope "${other}"`,
      );
    return { scope: { scope_name: first }, words: rest };
  }
  const { default_scope: scope } = service.config.settings;
  if (scope === null) throw noScope(first, names, whyNothing(service));
  printer.note(`precept: no scope is given, so this is about the default_scope "${scope}"`);
  return { scope: { scope_name: scope }, words };
}

/** Why no scope at all can be read, where nothing has any; null otherwise. */
export function whyNothing(service: Service): string | null {
  const { config } = service;
  return config.rulesPath === null && !hasOtherScopes(config)
    ? `There is nothing to read: ${service.whyEmpty()}.`
    : null;
}

function noScope(word: string | undefined, names: readonly string[], nothing: string | null): Fault {
  if (nothing !== null) return new Fault('invalid-parameter', nothing);
  const why = word === undefined ? 'No scope is given' : `There is no scope "${word}"`;
  const near = nearest(word ?? '', names).join(', ');
  const known =
    names.length === 0
      ? 'There are no scopes'
      : names.length > 3
        ? `Of the ${names.length} scopes ${near} are nearest by name ("precept scopes" lists all)`
        : `Scopes are: ${near}`;
  return new Fault(
    'invalid-parameter',
    `${why}, and no default_scope is set. ${known}. Give one as the first word, or set default_scope.`,
  );
}
