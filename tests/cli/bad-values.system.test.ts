import { describe, expect, it } from 'vitest';
import { settingFlags } from '../../src/config/setting-flags.ts';
import type { SettingRow } from '../../src/config/settings/setting-row.ts';
import { settings } from '../../src/config/settings.ts';
import { tempFolder } from '../support/folder.ts';
import { type Outcome, runProgram } from '../support/program.ts';
import { type Printed, precept } from './command-line.ts';

/** A value that a setting does not take. */
const badValues: Readonly<Record<SettingRow['kind'], string | null>> = {
  integer: 'many',
  boolean: 'perhaps',
  choice: 'loud',
  url: 'login.example',
  urls: 'ftp://rules.example',
  mapping: 'a=b=c',
  exports: '[{"scope": "shop", "to": "nobody"}]',
  masters: '[{"url": "rules.example"}]',
  sources: '[{}]',
  keys: 'nothing',
  path: '',
  list: null,
  text: null,
};
const badTexts: Readonly<Record<string, string>> = {
  eval_agent: 'claude -p',
  default_scope: 'no scope',
  commandments_xml_tag: '<rule>',
  suggestions_xml_tag: '1',
  enabled_plugins: '*',
  feedback_reporter: ' ',
  admin_roles: 'admin,[',
  reader_name: 'é',
  rules_path: 'no/such/folder',
  config: 'no/such/file.yml',
};
/** Settings that take any text. */
const free = new Set([
  ...['http_host', 'http_allowed_origins', 'oidc_client_id', 'oidc_scopes', 'oidc_audience'],
  'auth_scopes',
  ...['auth_audience', 'default_category_description', 'rules_markdown_prologue', 'rules_markdown_epilogue'],
  ...['index_markdown_prologue', 'index_markdown_epilogue', 'roles_claim', 'metrics_host'],
]);

const rules = {
  'x/commandments.yml': 'a:\n  ruleset: [One]\n',
  'x/tenka.yml': 'tenka: {}\n',
};

/** Wrong usage whose first line names the flag as it was typed. */
function names({ code, stdout, stderr }: Printed | Outcome, flag: string): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^precept: /);
  expect(stderr.split('\n')[0]).toMatch(new RegExp(`(^|[ (:])${flag}[ ):]`));
}

describe('a bad value of a flag', () => {
  const rows = settingFlags.filter(({ name }) => !free.has(name));
  it.each(rows)('of the setting $name ends with 2 and names the flag', async ({ name, flag }) => {
    const kind = name === 'config' ? 'path' : settings[name].kind;
    const value = badTexts[name] ?? badValues[kind];
    const { code, stdout, stderr } = await precept(['scopes', `${flag}=${value}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^precept: [^\\n]*\\(flag ${flag}\\)[^\\n]*\\n`));
  });

  it.each([
    ['-r nowhere scopes', '-r'],
    ['scopes -r nowhere', '-r'],
    ['--http http://localhost:80/', '--http'],
    ['--http localhost:http', '--http'],
    ['--http [localhost]:80', '--http'],
    ['rules x --format xml', '--format'],
    ['rules x --categories a..b -r .', '--categories'],
    ['kata x y --category a..b -r .', '--category'],
    ['tenka stories x --status foo', '--status'],
    ['tenka validation x --passing foo', '--passing'],
    ['tenka validation x --automation foo', '--automation'],
    ['tenka validation x --fail-under 101', '--fail-under'],
    ['tenka validation x --acs 1.1 -r .', '--acs'],
    ['tenka acs x --stories one -r .', '--stories'],
    ['tenka history AC1.1 --scope ../x', '--scope'],
    ['lint --format xml', '--format'],
    ['lint --max-warnings few', '--max-warnings'],
    ['lint --lint nonsense=error -r .', '--lint'],
    ['doctor --format xml', '--format'],
    ['init --client emacs', '--client'],
    ['feedback list --type praise', '--type'],
    ['feedback list --since yesterday', '--since'],
    ['feedback summary --since yesterday', '--since'],
    ['feedback missed-categories --task= --category a --reason b', '--task'],
    ['feedback contradictory-rules --task a --rule b', '--rule'],
    ['--oidc-issuer-url http://login.example scopes', '--oidc-issuer-url'],
    ['scopes --remote-ssl-ca-bundle no.pem --master-server-url https://x.example', '--remote-ssl-ca-bundle'],
  ])('precept %s ends with 2 and names %s', async (line, flag) => {
    const cwd = await tempFolder(rules);
    names(await precept(line.split(' '), { cwd }), flag);
  });

  // What the program checks before it serves.
  it.each([
    ['-r nowhere', '-r'],
    ['-c nowhere.yml', '-c'],
    ['--watch -r nowhere', '-r'],
    ['--log-level loud', '--log-level'],
    ['--http --log-level loud', '--log-level'],
    ['--http 70000', '--http'],
    ['serve --port 70000', '--port'],
    ['serve --port eighty', '--port'],
    ['serve --http-port eighty', '--http-port'],
    ['--auth-issuer-url http://login.example --auth-audience x', '--auth-issuer-url'],
    ['--auth-audience x', '--auth-audience'],
  ])('the program precept %s ends with 2 and names %s', async (line, flag) => {
    names(await runProgram(line.split(' ')), flag);
  });

  it('is a fault and not wrong usage where it comes from elsewhere', async () => {
    const { code } = await runProgram(['scopes'], { env: { PRECEPT_LOG_LEVEL: 'loud' } });
    expect(code).toBe(1);
  });
});
