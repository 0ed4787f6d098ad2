import { type GatedKey, namesOf } from '../../config/gate.ts';
import type { Consent } from '../../config/load/consent.ts';
import { outdated } from '../../config/load/trust-warning.ts';
import { runByChecks } from '../../service/tasks/run-by-checks.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Whether a settings file that came with a checkout has all its effect, and what it would have. Nothing of it is run. */
export async function checkTrust(patient: Patient): Promise<Finding[]> {
  const { config, home, shown } = patient;
  const findings: Finding[] = [];
  const { file, trust } = config;
  if (trust.state !== 'untrusted') findings.push(...(await changedChecks(patient)));
  if (file === null || trust.gated.length === 0) return findings;
  if (trust.state !== 'untrusted') {
    const names = namesOf(trust.gated);
    const by = trust.state === 'trusted' ? 'you have allowed it' : 'PRECEPT_TRUST allows it';
    return [ok('settings', `${shown(file)} is trusted with ${names}: ${by}`), ...findings];
  }
  const why = whyNot(trust.consent, file, shown);
  const asked = trust.gated.map(asks).join(', ');
  const message = `${shown(file)} ${why}; without effect: ${asked}`;
  findings.push(warn('settings', message, 'Look at it, then run "precept trust".'));
  if (!trust.gated.some(({ name }) => name === 'enabled_plugins')) return findings;
  const { readSubject } = await import('../../trust/trust.ts');
  const { bound } = await readSubject(file, home, trust);
  const gone = bound.loose.filter((reason) => /is not found|cannot be read$/.test(reason));
  const cure = 'Fix it, or take it out of enabled_plugins.';
  return [...findings, ...gone.map((reason) => fail('plugins', reason, cure))];
}

/** Commands and linters that ran once, and that nobody has allowed as they are now: reviews leave them out. */
async function changedChecks({ config, service, env, home, shown }: Patient): Promise<Finding[]> {
  const { haveChecksChanged } = await import('../../trust/bind/checks-consent.ts');
  // Why a folder cannot be read is told with the rules.
  const checks = await runByChecks(service).catch(() => null);
  if (checks === null || !haveChecksChanged(config, { env, home }, checks)) return [];
  const what = shown(config.file ?? config.checkout);
  const message = `${what} is no longer trusted with checks, for what they run has changed: no command and no linter of them runs`;
  const cure = 'Look at "precept trust --show", then run "precept trust".';
  return [warn('settings', message, cure)];
}

function whyNot(consent: Consent, file: string, shown: Patient['shown']): string {
  if (consent.state === 'outdated') return outdated;
  if (consent.state !== 'changed') return 'came with this folder and is not trusted';
  const others = consent.files.filter((path) => path !== file).map(shown);
  const changed = [...others, ...consent.keys];
  return `is no longer trusted, for ${changed.length === 0 ? 'it' : changed.join(', ')} changed`;
}

/** A key with what it would do. */
function asks(key: GatedKey): string {
  const { name, value } = key;
  switch (name) {
    case 'enabled_plugins':
      return `enabled_plugins (runs ${[value].flat().join(', ')})`;
    case 'remote_ssl_verify':
      return 'remote_ssl_verify: false (certificates are not checked)';
    case 'http_host':
      return `http_host ${value} (lets other machines in)`;
    case 'rules_path':
    case 'feedback_file':
    case 'usage_file':
    case 'validation_file':
      return `${name} (leads outside of the project)`;
    case 'remote_ssl_ca_bundle':
      return 'remote_ssl_ca_bundle (says whom to take for a master)';
    case 'feedback_forward':
    case 'usage_forward':
      return `${name} (sends reports to a master)`;
    default:
      return namesOf([key]);
  }
}
