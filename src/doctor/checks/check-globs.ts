import { join } from 'node:path';
import { pathsOfCheck } from '../../guidance/rules/record/check.ts';
import { checksOf } from '../../guidance/rules/record/details.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { whyBadGlob } from '../../model/names/path-globs.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { isInside, listDirectories } from '../../runtime/files/files.ts';
import { type Finding, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Scopes and globs that are looked at, and globs that are told of. */
const mostScopes = 50;
const mostGlobs = 500;
const mostTold = 3;

/** Globs of the project's own categories and checks, of the default scope first, that name a folder of the project wrongly, or a folder where only files can be meant. */
export async function checkGlobs({ config, service, project }: Patient): Promise<Finding[]> {
  const { rulesPath, settings } = config;
  // The rules of a folder elsewhere are about other projects.
  if (rulesPath === null || !isInside(rulesPath, project)) return [];
  const own = (await listDirectories(rulesPath).catch((): string[] => [])).sort();
  const first = own.filter((name) => name === settings.default_scope);
  // What a master that is away gives is not asked for a second time.
  const { names, unavailable } = await service.scopes();
  if (unavailable.length > 0) return [];
  const found: Finding[] = [];
  const listed = new Map<string, Promise<string[]>>();
  let left = mostGlobs;
  for (const scope of new Set([...first, ...own].slice(0, mostScopes))) {
    if (!names.includes(scope)) continue;
    for (const glob of (await globsOf(service, scope)).slice(0, left)) {
      left--;
      const meant = await meantGlob(project, glob, listed);
      if (meant === null) continue;
      found.push(
        warn('rules', `the glob "${glob}" of ${scope} matches no file here`, `Did you mean "${meant}"?`),
      );
      if (found.length === mostTold) return found;
    }
  }
  return found;
}

/** The globs of a scope's own categories and checks; none for one that cannot be read, which is reported with the rules. */
async function globsOf(service: Patient['service'], scope: string): Promise<string[]> {
  const resolved = await service.scope(scope).catch(() => null);
  if (resolved === null) return [];
  const globs = ruleKinds
    .flatMap((kind) => [...resolved[kind].values()])
    .flatMap(({ paths, rules }) => {
      const written = rules.filter(({ origin }) => origin.scope === scope && origin.server === 'local');
      const ofChecks = written.flatMap(({ details }) => checksOf(details).flatMap(pathsOfCheck));
      return written.length === 0 ? [] : [...paths, ...ofChecks];
    });
  return [...new Set(globs)];
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
