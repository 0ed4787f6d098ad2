import { join } from 'node:path';
import { ownChoice } from '../runtime/files/own-place.ts';
import { createFile } from '../runtime/files/write-file.ts';

/** The name of the file that is written for administrators. */
export const organisationFile = 'precept-organisation.yml';

/**
 * Writes the first settings of an organisation into a folder, to be rolled out from there. False, and nothing written, where the file
 * is there already.
 */
export async function writeOrganisation(folder: string, masters: readonly string[]): Promise<boolean> {
  return createFile(join(folder, organisationFile), organisationSettings(masters), ownChoice);
}

/** The settings as text: what most organisations need, and what each key is for. */
function organisationSettings(masters: readonly string[]): string {
  const urls = masters.length === 0 ? ['https://rules.example.com'] : masters;
  const sign = masters.length === 0 ? '# ' : '';
  const list = urls.map((url) => `${sign}  - ${JSON.stringify(url)}\n`).join('');
  return `# Settings of Precept for everybody on a machine: /etc/precept/settings.yml, on Windows %ProgramData%\\precept\\settings.yml.
# Files of persons and projects go before this one, key by key, but for the keys that "locked" names.

# Servers or published folders whose scopes are merged in under those of each project.
${sign}master_server_url:
${list}
# What they said last is served while they cannot be reached, for up to a week, and answers say so.
remote_keep_seconds: 604800
show_unavailable: true

# The CA that signs the certificates of these servers, where that is your own.
# remote_ssl_ca_bundle: /etc/precept/ca.pem

# Where people log in for them ("precept login").
# oidc_issuer_url: https://login.example.com
# oidc_client_id: precept

# Nobody can change these keys by a nearer file, a variable or a flag.
locked:
${sign}  - master_server_url
  - remote_ssl_verify
  - remote_ssl_ca_bundle
`;
}

/** How the file comes to the machines, as lines for administrators. */
export const rollOut: readonly string[] = [
  'Edit it, then look at it as one machine would: precept config --config precept-organisation.yml',
  '',
  'Roll it out, owned by root (by Administrators on Windows) and readable for all:',
  '  by hand                   sudo install -D -m 644 precept-organisation.yml /etc/precept/settings.yml',
  '  in a package              a file of your deb, rpm or pkg at /etc/precept/settings.yml',
  '  Ansible                   ansible.builtin.copy: {src: precept-organisation.yml, dest: /etc/precept/settings.yml, owner: root, mode: "0644"}',
  '  Intune, Group Policy      a file at %ProgramData%\\precept\\settings.yml; icacls "%ProgramData%\\precept" /setowner *S-1-5-32-544 /T',
  '  in a container            COPY precept-organisation.yml /etc/precept/settings.yml',
  '',
  '"precept doctor" on a machine shows which files count there, and "precept config" which of them gives each value.',
];
