import { type GatedKey, namesOf } from '../../config/gate.ts';
import type { Consent } from '../../config/load/consent.ts';
import { outdated } from '../../config/load/trust-warning.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Whether a settings file that came with a checkout has all its effect, and what it would have. Nothing of it is run. */
export async function checkTrust({ config, home, shown }: Patient): Promise<Finding[]> {
  const { file, trust } = config;
  if (file === null || trust.gated.length === 0) return [];
  if (trust.state !== 'untrusted') {
    const names = namesOf(trust.gated);
    const by = trust.state === 'trusted' ? 'you have allowed it' : 'PRECEPT_TRUST allows it';
    return [ok('settings', `${shown(file)} is trusted with ${names}: ${by}`)];
  }
  const why = whyNot(trust.consent, shown);
  const asked = trust.gated.map(asks).join(', ');
  const message = `${shown(file)} ${why}; without effect: ${asked}`;
  const findings = [warn('settings', message, 'Look at it, then run "precept trust".')];
  if (!trust.gated.some(({ name }) => name === 'enabled_plugins')) return findings;
  const { readSubject } = await import('../../trust/trust.ts');
  const { bound } = await readSubject(file, home, trust);
  const gone = bound.loose.filter((reason) => /is not found|cannot be read$/.test(reason));
  const cure = 'Fix it, or take it out of enabled_plugins.';
  return [...findings, ...gone.map((reason) => fail('plugins', reason, cure))];
}

function whyNot(consent: Consent, shown: Patient['shown']): string {
  if (consent.state === 'outdated') return outdated;
  return consent.state === 'changed'
    ? `is no longer trusted, for ${[...consent.files.map(shown), ...consent.keys].join(', ')} changed`
    : 'came with this folder and is not trusted';
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
