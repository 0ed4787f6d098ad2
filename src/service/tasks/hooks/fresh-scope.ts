import { parseArgs } from 'node:util';
import { settingFlags } from '../../../config/setting-flags.ts';
import type { FreshScope, ScopeRequest } from '../../../hooks/compiled/compiled-scope.ts';
import { Fault } from '../../../model/fault.ts';
import { openService } from '../../open-service.ts';
import { compileWhole } from './compile-scope.ts';

/** The scope that a hook asks for, resolved with the settings of its project. Faults: those of the settings and of the scope. */
export async function freshScope(request: ScopeRequest, tell: (line: string) => void): Promise<FreshScope> {
  const since = Date.now();
  const { cwd, env, home, project } = request;
  const flags = settingsOf(request.settings);
  const { service } = await openService({ flags, env, cwd, home, project, writeLog: tell });
  try {
    const { settings } = service.config;
    const name = request.scope ?? settings.default_scope;
    if (name === null)
      throw new Fault('invalid-parameter', 'No scope is given: use --scope, or set default_scope.');
    return await compileWhole(service, name, { cwd, env, home, named: flags.config }, since);
  } finally {
    await service.close();
  }
}

/** The settings among some flags; what is no setting is left out. */
function settingsOf(words: readonly string[]): Readonly<Record<string, string>> {
  const options = Object.fromEntries(
    settingFlags.map(({ flag, short }) => [
      flag.slice(2),
      { type: 'string' as const, ...(short !== null && { short: short.slice(1) }) },
    ]),
  );
  const { values } = parseArgs({ args: [...words], options, strict: false });
  return Object.fromEntries(
    settingFlags.flatMap(({ name, flag }) => {
      const value = values[flag.slice(2)];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}
