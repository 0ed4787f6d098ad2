import { isAbsolute, join, relative, sep } from 'node:path';
import { ConfigError } from '../config/config.ts';
import { version } from '../model/version.ts';
import { type OpenServiceInput, openService } from '../service/open-service.ts';
import type { Service } from '../service/service.ts';
import { checkClients } from './check-clients.ts';
import { checkLogin } from './check-login.ts';
import { checkMasters } from './check-masters.ts';
import { checkRules } from './check-rules.ts';
import { checkSettings } from './check-settings.ts';
import { type Area, type Finding, fail, ok, warn } from './finding.ts';

export interface ExamineInput extends Omit<OpenServiceInput, 'writeLog' | 'home'> {
  readonly home: string;
  /** Version of Node.js, like `20.11.0`. */
  readonly node: string;
}

const oldestNode = 20;

/**
 * Looks over an installation: program, settings, rules, masters, login, clients, in this order. What is broken is a
 * finding, and nothing is thrown. Nothing is changed either, except that asking masters renews a login that ends, and moves
 * a damaged store of logins aside, as any request to them does.
 */
export async function examine(input: ExamineInput): Promise<Finding[]> {
  const { cwd, home, project = cwd } = input;
  const shown = (path: string) => shownPath(path, cwd, home);
  const opened = await open(input, shown);
  const findings = await Promise.all([
    checkProgram(input.node),
    opened.findings,
    opened.service === null ? [] : checkService(opened.service, home, shown),
    guarded('clients', () => checkClients(project, home, shown)),
  ]);
  await opened.service?.close().catch(() => {});
  return findings.flat();
}

function checkProgram(node: string): Finding[] {
  const message = `Precept ${version} on Node.js ${node}`;
  if (Number.parseInt(node, 10) >= oldestNode) return [ok('program', message)];
  return [fail('program', message, `Install Node.js ${oldestNode} or newer.`)];
}

async function open(
  input: ExamineInput,
  shown: (path: string) => string,
): Promise<{ service: Service | null; findings: Finding[] }> {
  try {
    // What would be logged is found out below, with its cure.
    const { service, config } = await openService({ ...input, writeLog: () => {} });
    return { service, findings: checkSettings(config, shown) };
  } catch (error) {
    const lines = error instanceof ConfigError ? error.message.split('\n') : [reasonOf(error)];
    const findings = lines.map((line) => fail('settings', line, 'Fix it where the line says.'));
    const rest = 'rules, masters and login were not looked at';
    findings.push(warn('settings', rest, 'Fix the settings first, then run "precept doctor" again.'));
    return { service: null, findings };
  }
}

async function checkService(
  service: Service,
  home: string,
  shown: (path: string) => string,
): Promise<Finding[]> {
  const { settings } = service.config;
  const findings = await Promise.all([
    guarded('rules', () => checkRules(service, shown)),
    guarded('masters', () => checkMasters(service)),
    guarded('login', () => checkLogin(settings, home, shown)),
  ]);
  return findings.flat();
}

async function guarded(area: Area, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [
      fail(area, `could not be checked: ${reasonOf(error)}`, 'Fix that, then run "precept doctor" again.'),
    ];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A path as people say it: below the working folder, or below `~`, where it is. */
function shownPath(path: string, cwd: string, home: string): string {
  for (const [folder, sign] of [
    [cwd, ''],
    [home, '~/'],
  ] as const) {
    const below = relative(folder, path);
    const isOutside = below === '..' || below.startsWith(join('..', sep)) || isAbsolute(below);
    if (!isOutside) return sign + (below === '' ? '.' : below.split(sep).join('/'));
  }
  return path;
}
