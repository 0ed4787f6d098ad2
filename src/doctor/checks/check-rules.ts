import { join, resolve } from 'node:path';
import { hasOtherScopes } from '../../config/other-scopes.ts';
import { findRepository, ofAnotherUser } from '../../git/repository.ts';
import { maxListedScopes, scopeNamePattern } from '../../model/names/scope-name.ts';
import { countProblems } from '../../model/problems/count-problems.ts';
import { nearest } from '../../model/text/nearest.ts';
import { isInside, listDirectories, readOptionalFile } from '../../runtime/files/files.ts';
import type { Service } from '../../service/service.ts';
import { checkedSettings, lintContent } from '../../service/tasks/lint-content.ts';
import { count, type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { checkRulesFolder } from './check-rules-folder.ts';

const shownScopes = 10;

/** The rules folder: its scopes, and what lint says of each file. */
export async function checkRules(patient: Patient): Promise<Finding[]> {
  const { config, project, shown } = patient;
  const { rulesPath } = config;
  const hasOthers = hasOtherScopes(config);
  const others = config.settings.sources.length === 0 ? 'masters' : 'sources and masters';
  if (rulesPath === null) {
    // A folder that is named and is not one is a mistake of the settings.
    if (config.settings.rules_path !== null) return [];
    if (hasOthers) return [ok('rules', `no rules folder is here; all scopes come from ${others}`)];
    const message = `no rules folder was found (looked for ${config.searched.join(', ')})`;
    return [fail('rules', message, 'Run "precept init", or name a folder with --rules-path.')];
  }
  const folder = shown(rulesPath);
  const around = await checkRulesFolder(rulesPath, shown);
  const all = await listDirectories(rulesPath).catch(() => null);
  if (all === null) return around;
  const names = all.filter((name) => scopeNamePattern.test(name)).sort();
  if (names.length === 0) {
    if (around.some(({ level }) => level === 'fail')) return around;
    const say = hasOthers ? warn : fail;
    const module = await uncheckedOut(rulesPath, project);
    if (module !== null) {
      const message = `${folder} is empty: it is a git submodule that is not checked out`;
      return [...around, say('rules', message, `Run "git submodule update --init ${module}".`)];
    }
    return [
      ...around,
      say('rules', `${folder} has no scopes`, 'Make a folder for each scope in it; see docs/authoring.md.'),
    ];
  }
  const more = names.length > shownScopes ? ` and ${names.length - shownScopes} more` : '';
  const list = names.slice(0, shownScopes).join(', ') + more;
  return [
    ok('rules', `${folder} has ${count(names.length, 'scope')}: ${list}`),
    ...tooManyFindings(folder, names.length),
    ...around,
    ...(await authorFindings(rulesPath, patient)),
    ...(await lint(patient, rulesPath)),
  ];
}

/** Git keeps silent where the rules belong to another user, as those of a server often do. */
async function authorFindings(rulesPath: string, { env }: Patient): Promise<Finding[]> {
  const repository = await findRepository({ cwd: resolve(rulesPath), env });
  if (typeof repository !== 'string' || !repository.startsWith(ofAnotherUser)) return [];
  const message = `answers have no author, date or link to edit: ${repository}`;
  return [warn('rules', message, 'Run it as the user who starts Precept.')];
}

/** More scopes than readers take of a master: they refuse its list and its manifest. */
function tooManyFindings(folder: string, scopes: number): Finding[] {
  if (scopes <= maxListedScopes) return [];
  const message = `${folder} has more scopes than the ${maxListedScopes.toLocaleString('en-US')} that readers take of one master: they refuse its list and its manifest`;
  const cure = 'Move some to a rules folder of their own, with a server or a published folder of its own.';
  return [warn('rules', message, cure)];
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The path of the git submodule that an empty rules folder is, or lies in; null where it is none. */
async function uncheckedOut(rulesPath: string, project: string): Promise<string | null> {
  const modules = await readOptionalFile(join(project, '.gitmodules')).catch(() => null);
  const paths = [...String(modules ?? '').matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map(
    ([, path = '']) => path,
  );
  return paths.find((path) => isInside(rulesPath, resolve(project, path))) ?? null;
}

async function lint({ service, config, cwd, lacksScopes }: Patient, rulesPath: string): Promise<Finding[]> {
  // A settings file that cannot be read has been reported.
  const settings = await checkedSettings(config, cwd).catch(() => null);
  const found = await lintContent(
    service,
    { rulesPath, scope: null },
    { settings, results: () => service.results() },
  );
  // Names are looked at with those of variables.
  const problems = found.filter(
    ({ code }) => code !== 'setting-name' && !(lacksScopes && code === 'unknown-parent'),
  );
  const findings: Finding[] = [];
  for (const file of new Set(problems.map((problem) => problem.file))) {
    const own = problems.filter((problem) => problem.file === file);
    const { error, warning } = countProblems(own);
    const parts = [
      ...(error > 0 ? [count(error, 'error')] : []),
      ...(warning > 0 ? [count(warning, 'warning')] : []),
    ];
    if (parts.length === 0) continue;
    const say = error > 0 ? fail : warn;
    const first = own.find(({ severity }) => severity === (error > 0 ? 'error' : 'warning'));
    const place = first === undefined ? '' : `Line ${first.line}: ${first.message}. ${sentence(first.hint)} `;
    const message = `${file} has ${parts.join(' and ')}`;
    findings.push(say('rules', message, `${place}"precept lint" tells all places and cures.`));
  }
  return findings;
}

/** Whether the scope that is meant where none is named exists. `names` are those of files and masters. */
export function checkDefaultScope(
  service: Service,
  names: readonly string[],
  isComplete: boolean,
): Finding[] {
  const { default_scope: scope } = service.config.settings;
  if (scope === null || names.includes(scope)) return [];
  const say = isComplete ? fail : warn;
  const doubt = isComplete ? '' : '; a master that is unavailable may have it';
  const those = names.length === 0 ? '' : `, like ${nearest(scope, names).join(', ')}`;
  return [
    say(
      'rules',
      `default_scope is "${scope}", which does not exist${doubt}`,
      `Name a scope that exists${those}.`,
    ),
  ];
}
