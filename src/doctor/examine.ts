import { isAbsolute, join, relative, sep } from 'node:path';
import { ConfigError } from '../config/config.ts';
import type { SettingValues } from '../config/settings.ts';
import { isManifestUrl } from '../config/values/master-url.ts';
import { version } from '../model/version.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { type OpenServiceInput, openService } from '../service/open-service.ts';
import type { Service } from '../service/service.ts';
import { listenerSettings } from '../trust/listener-settings.ts';
import { checkChecks } from './checks/check-checks.ts';
import { checkClients } from './checks/check-clients.ts';
import { checkCopies } from './checks/check-copies.ts';
import { checkElsewhere } from './checks/check-elsewhere.ts';
import { checkFiles } from './checks/check-files.ts';
import { checkGlobs } from './checks/check-globs.ts';
import { checkHooks } from './checks/check-hooks.ts';
import { checkInstructions } from './checks/check-instructions.ts';
import { checkListener } from './checks/check-listener.ts';
import { checkLogin } from './checks/check-login.ts';
import { checkEachMaster, checkMasters } from './checks/check-masters.ts';
import { checkPlugins, tryPlugins } from './checks/check-plugins.ts';
import { checkRecords } from './checks/check-records.ts';
import { checkRules } from './checks/check-rules.ts';
import { checkSettingNames } from './checks/check-setting-names.ts';
import { checkSettingValues, proxies } from './checks/check-setting-values.ts';
import { checkSettings } from './checks/check-settings.ts';
import { checkSources } from './checks/check-sources.ts';
import { checkStore } from './checks/check-store.ts';
import { checkTrust } from './checks/check-trust.ts';
import { type Area, count, type Finding, fail, type Level, ok, warn } from './finding.ts';
import type { Patient } from './patient.ts';

export interface ExamineInput
  extends Omit<OpenServiceInput, 'writeLog' | 'home' | 'tolerate'>,
    Pick<Patient, 'home' | 'node' | 'platform'> {}

const oldestNode = 20;

/** What is looked at, in the order in which it is told. */
const checks: readonly (readonly [Area, (patient: Patient) => Promise<Finding[]> | Finding[]])[] = [
  ['settings', checkSettings],
  ['settings', checkTrust],
  ['settings', ({ config }) => checkSettingNames(config)],
  ['settings', checkSettingValues],
  ['settings', checkElsewhere],
  ['plugins', checkPlugins],
  ['rules', checkRules],
  ['rules', checkChecks],
  ['rules', checkGlobs],
  ['files', checkFiles],
  ['files', checkRecords],
  ['files', checkCopies],
  ['sources', checkSources],
  ['store', checkStore],
  ['masters', checkMasters],
  ['login', checkLogin],
  ['listener', checkListener],
];

/**
 * Looks over an installation: program, settings, plugins, rules, files, sources, store, masters, login, listener, clients, in this order. What is
 * broken is a finding, and nothing is thrown: a bad setting is told of, and its default looked at instead. Nothing is changed
 * either, except that asking masters renews a login that ends, and moves a damaged store of logins aside, as any request to
 * them does, and that large scopes are kept, as with any look at them.
 */
export async function examine(input: ExamineInput): Promise<Finding[]> {
  const { cwd, home, project = cwd } = input;
  const shown = (path: string) => shownPath(path, cwd, home);
  const { patient, findings } = await open(input, shown);
  const looked = patient === null ? [] : checks.map(([area, check]) => guarded(area, () => check(patient)));
  const scopes = async () => (patient === null ? null : knownScopes(patient.service));
  const clients = guarded('clients', () => checkClients({ ...input, project, shown, scopes }));
  const instructions = guarded('clients', () => checkInstructions(project));
  const cacheDir = patient?.config.settings.cache_dir ?? null;
  const hooks = guarded('clients', () => checkHooks({ ...input, project, shown, cacheDir, scopes }));
  const told = await Promise.all([
    checkProgram(input.node),
    findings,
    ...looked,
    clients,
    instructions,
    hooks,
  ]);
  await patient?.service.close().catch(() => {});
  return withoutEchoes(told.flat());
}

const couldNot = 'could not be checked: ';

/** Without what could not be checked for a reason that another finding has told with its cure. */
function withoutEchoes(findings: readonly Finding[]): Finding[] {
  const isEcho = ({ message }: Finding) =>
    message.startsWith(couldNot) &&
    findings.some(
      (other) =>
        !other.message.startsWith(couldNot) && other.message.endsWith(message.slice(couldNot.length)),
    );
  return findings.filter((finding) => !isEcho(finding));
}

/** Looks at the server, or the published files, of an address from outside, with the TLS settings and the login of this machine. */
export async function examineServer(input: ExamineInput, address: string): Promise<Finding[]> {
  const problems: string[] = [];
  const openInput = {
    ...input,
    writeLog: () => {},
    tolerate: (problem: string) => void problems.push(problem),
  };
  const { service, config } = await openService(openInput);
  await service.close();
  const { env, home } = input;
  const settings = listenerSettings(config, address, { env, home });
  const { checkTls, examineUrl } = await import('./outside/examine-url.ts');
  const look = async () => {
    if (!isManifestUrl(address)) return examineUrl(address, { settings, env, home });
    const tls = await checkTls(new URL(address), settings);
    return tls.some(({ level }) => level === 'fail')
      ? tls
      : [...tls, ...(await examineFiles(openInput, address, settings))];
  };
  const findings = await guarded('server', look);
  return [
    ...problems.map((problem) => fail('settings', problem, 'Fix it where the line says.')),
    ...proxies([address], env),
    ...findings,
  ];
}

/** Published files, as a reader sees them that has no other master. */
async function examineFiles(
  openInput: OpenServiceInput,
  address: string,
  { master_keys: keys }: Readonly<SettingValues>,
): Promise<Finding[]> {
  const known = keys[address];
  const options = {
    ...openInput.options,
    master_server_url: [address],
    master_keys: known === undefined ? {} : { [address]: known },
  };
  const opened = await openService({ ...openInput, options, tolerate: () => {} });
  const findings = await checkEachMaster(opened);
  await opened.service.close();
  return findings;
}

/** How many findings there are of each level but ok, in words. */
export function countFindings(findings: readonly Finding[]): string {
  const of = (level: Level) => findings.filter((finding) => finding.level === level).length;
  return `${count(of('fail'), 'failure')}, ${count(of('warn'), 'warning')}`;
}

function checkProgram(node: string): Finding[] {
  const message = `Precept ${version} on Node.js ${node}`;
  if (Number.parseInt(node, 10) >= oldestNode) return [ok('program', message)];
  return [fail('program', message, `Install Node.js ${oldestNode} or newer.`)];
}

/** The names of all scopes; null where a master that is away may have more. */
async function knownScopes(service: Service): Promise<readonly string[] | null> {
  const { names, unavailable } = await service.scopes();
  return unavailable.length === 0 ? names : null;
}

async function open(
  input: ExamineInput,
  shown: (path: string) => string,
): Promise<{ patient: Patient | null; findings: Finding[] }> {
  const problems: string[] = [];
  const tolerate = (problem: string) => problems.push(...problem.split('\n'));
  const tell = (message: string) => fail('settings', message, 'Fix it where the line says.');
  try {
    // What would be logged is found out below, with its cure.
    const openInput = { ...input, writeLog: () => {}, tolerate };
    const { service: whole, config } = await openService(openInput);
    const { findings: trials, isDangerous } = await tryPlugins({ ...input, config, shown });
    const options = { ...input.options, enabled_plugins: [] };
    const service = isDangerous
      ? (await openService({ ...openInput, tolerate() {}, options })).service
      : whole;
    const project = input.project ?? input.cwd;
    const lacksScopes = problems.some((problem) =>
      /^setting (?:master_server_url|masters|sources)\b/.test(problem),
    );
    const patient = { ...input, project, config, service, shown, trials, lacksScopes };
    return { patient, findings: problems.map(tell) };
  } catch (error) {
    const lines = error instanceof ConfigError ? error.message.split('\n') : [reasonOf(error)];
    const rest = 'plugins, rules, files, sources, store, masters, login and listener were not looked at';
    const findings = [...new Set([...problems, ...lines])].map(tell);
    findings.push(warn('settings', rest, 'Fix the settings first, then run "precept doctor" again.'));
    return { patient: null, findings };
  }
}

async function guarded(area: Area, check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const cure = 'Fix that, then run "precept doctor" again.';
    return [fail(area, `${couldNot}${reasonOf(error)}`, cure)];
  }
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
