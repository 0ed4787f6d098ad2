import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { misplacedFiles } from '../../lint/misplaced-files.ts';
import { isDirectory } from '../../runtime/files/files.ts';
import { reasonOf } from '../../runtime/reason-of.ts';
import { type Finding, fail, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Settings that are right one by one, and do not work as they stand together or here. */
export async function checkSettingValues(patient: Patient): Promise<Finding[]> {
  const { config, env } = patient;
  const { master_server_url: masters, oidc_issuer_url: issuer } = config.settings;
  return [
    ...halves(config),
    ...tlsOff(config, env),
    ...(await checkCaBundle(patient)),
    ...proxies(issuer === null ? masters : [...masters, issuer], env),
    ...origins(config),
    ...(await besideSettings(patient)),
  ];
}

/** Settings that do nothing without another. */
function halves({ settings }: Config): Finding[] {
  const findings: Finding[] = [];
  const { oidc_issuer_url: issuer, oidc_client_id: client, master_server_url: masters } = settings;
  const hasClient = client !== null && client !== '';
  // At a server with logins, its own issuer is the one for the login at that server.
  const isOfServer = hasClient && settings.auth_issuer_url !== null;
  const isOfEntries = settings.masters.some(({ client_id: id }) => id !== undefined);
  if ((issuer === null) === hasClient && !isOfServer && !isOfEntries) {
    const [given, missing] =
      issuer === null ? ['oidc_client_id', 'oidc_issuer_url'] : ['oidc_issuer_url', 'oidc_client_id'];
    const cure = `Set ${missing} too; until then nobody can log in.`;
    findings.push(warn('settings', `${given} is set, and ${missing} is not`, cure));
  }
  if (settings.feedback_forward && masters.length === 0) {
    const message = 'feedback_forward is true, and there is no master to send reports to; they stay here';
    findings.push(warn('settings', message, 'Set master_server_url, or take feedback_forward out.'));
  }
  const twice = masters.filter((url, index) => masters.indexOf(url) !== index);
  for (const url of new Set(twice))
    findings.push(warn('settings', `master_server_url names ${url} twice`, 'Take one of them out.'));
  return findings;
}

function tlsOff({ settings }: Config, env: Patient['env']): Finding[] {
  const cure = 'Take it out, and name the CA of your servers in remote_ssl_ca_bundle.';
  const danger = 'certificates are not checked, and anyone between can pose as a master or issuer';
  const findings: Finding[] = [];
  if (!settings.remote_ssl_verify)
    findings.push(warn('settings', `remote_ssl_verify is false: ${danger}`, cure));
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    findings.push(warn('settings', `NODE_TLS_REJECT_UNAUTHORIZED is 0: ${danger}`, cure));
  return findings;
}

async function checkCaBundle({ config, shown }: Patient): Promise<Finding[]> {
  const path = config.settings.remote_ssl_ca_bundle;
  if (path === null) return [];
  const name = `remote_ssl_ca_bundle: ${shown(path)}`;
  const cure = 'Name a PEM file with the certificate of the CA that signs your servers’ certificates.';
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return [fail('settings', `${name} cannot be read (${reasonOf(error)})`, cure)];
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return [fail('settings', `${name} holds no certificate in PEM form`, cure)];
  const findings: Finding[] = [];
  for (const block of blocks) {
    try {
      const { subject, validTo } = new X509Certificate(block);
      if (Date.parse(validTo) < Date.now())
        findings.push(warn('settings', `${name}: the certificate of ${subject} ended on ${validTo}`, cure));
    } catch {
      findings.push(fail('settings', `${name} holds a certificate that cannot be read`, cure));
    }
  }
  return findings;
}

/** What is said where a proxy is set and an address is not on this machine: Precept connects directly, whatever these variables say. */
export function proxies(addresses: readonly string[], env: Patient['env']): Finding[] {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
  const set = names.find((name) => env[name]);
  const isRemote = addresses.some((url) => !/^(file:|https?:\/\/(localhost|127\.|\[::1\]))/i.test(url));
  if (set === undefined || !isRemote) return [];
  const message = `${set} is set, but Precept connects to masters and issuers directly`;
  const cure =
    'If they can only be reached through that proxy, they are unavailable here; open a direct way.';
  return [warn('settings', message, cure)];
}

function origins({ settings }: Config): Finding[] {
  const cure = 'Write scheme, host and port only, like https://rules.example.com.';
  const wrong = settings.http_allowed_origins.filter(
    (origin) => !URL.canParse(origin) || new URL(origin).origin !== origin.toLowerCase().replace(/\/$/, ''),
  );
  return wrong.map((origin) =>
    warn('settings', `http_allowed_origins has "${origin}", which is no origin that a browser sends`, cure),
  );
}

/** Files that look like settings or guidance and are not read, and settings that others could change or read. */
async function besideSettings({ config, project, platform, shown }: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  const folder = config.file === null ? join(project, '.precept') : dirname(config.file);
  for (const { path, why, cure } of await misplacedFiles(config))
    findings.push(warn('settings', `${shown(path)} ${why}`, `${cure}.`));
  if (await isDirectory(join(folder, 'settings.yml')))
    findings.push(fail('settings', `${shown(join(folder, 'settings.yml'))} is a folder`, 'Make it a file.'));
  for (const name of ['oidc_client_secret', 'auth_client_secret', 'session_secret'] as const) {
    const { [name]: file } = config.files;
    if (file === undefined) continue;
    const renewal = name === 'session_secret' ? 'make a new one' : 'have the issuer make a new one';
    const cure = `Give it as PRECEPT_${name.toUpperCase()}, and ${renewal}.`;
    findings.push(warn('settings', `${shown(file)} holds ${name}`, cure));
  }
  for (const { file } of config.layers) {
    const mode = await stat(file).then(
      (status) => status.mode,
      () => 0,
    );
    if (platform === 'win32' || (mode & 0o002) === 0) continue;
    const message = `${shown(file)} may be changed by everybody on this machine`;
    findings.push(warn('settings', message, `Run "chmod o-w ${shown(file)}".`));
  }
  return findings;
}
