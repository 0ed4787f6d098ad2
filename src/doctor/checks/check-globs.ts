import { join } from 'node:path';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { whyBadGlob } from '../../model/names/path-globs.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { listDirectories } from '../../runtime/files/files.ts';
import { type Finding, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Globs that are looked at, and told of. */
const mostGlobs = 500;
const mostTold = 3;

/** Globs of the default scope's own categories that name a folder of the project wrongly, or a folder where only files can be meant. */
export async function checkGlobs({ config, service, project }: Patient): Promise<Finding[]> {
  const scope = config.settings.default_scope;
  if (scope === null) return [];
  // What a master that is away gives is not asked for a second time.
  const { names, unavailable } = await service.scopes();
  if (unavailable.length > 0 || !names.includes(scope)) return [];
  // Why a scope cannot be read is reported with the rules.
  const resolved = await service.scope(scope).catch(() => null);
  if (resolved === null) return [];
  const globs = new Set(
    ruleKinds
      .flatMap((kind) => [...resolved[kind].values()])
      .filter(({ rules }) => rules.some(({ origin }) => origin.scope === scope && origin.server === 'local'))
      .flatMap(({ paths }) => paths),
  );
  const found: Finding[] = [];
  const listed = new Map<string, Promise<string[]>>();
  for (const glob of [...globs].slice(0, mostGlobs)) {
    if (found.length === mostTold) break;
    const meant = await meantGlob(project, glob, listed);
    if (meant !== null)
      found.push(
        warn('rules', `the glob "${glob}" of ${scope} matches no file here`, `Did you mean "${meant}"?`),
      );
  }
  return found;
}

/** The glob that its author hardly meant otherwise; null where the folders that it names are there, or nothing like them. */
async function meantGlob(
  project: string,
  glob: string,
  listed: Map<string, Promise<string[]>>,
): Promise<string | null> {
  if (whyBadGlob(glob) !== null || !glob.includes('/')) return null;
  const names = glob.replace(/^\.\//, '').split('/');
  let folder = project;
  for (const [at, name] of names.entries()) {
    if (/[*?{\\]/.test(name) || name === '') return null;
    const listing = listed.get(folder) ?? listDirectories(folder).catch((): string[] => []);
    listed.set(folder, listing);
    const all = await listing;
    const isLast = at === names.length - 1;
    if (!all.includes(name)) {
      const near = isLast ? null : didYouMean(name, all);
      return near === null ? null : [...names.slice(0, at), near, ...names.slice(at + 1)].join('/');
    }
    if (isLast) return `${glob}/**`;
    folder = join(folder, name);
  }
  return null;
}
