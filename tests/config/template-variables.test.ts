import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SettingName, settingNames, settings } from '../../src/config/settings.ts';
import { templateVariables } from '../../src/config/template-variables.ts';
import { openService } from '../../src/service/open-service.ts';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { load, projectFile, type World } from './world.ts';

const variablesOf = async (world: World) => templateVariables(await load(world));
const inFile = (text: string) => ({ [projectFile]: text });

describe('template variables', () => {
  test('every scalar setting that has a value, under its own name and in capitals', async () => {
    const variables = await variablesOf({
      env: { HOME: '/x' },
      files: inFile('http_port: 99\ndefault_scope: a\n'),
    });
    expect(variables).toMatchObject({ http_port: 99, HTTP_PORT: 99, default_scope: 'a', DEFAULT_SCOPE: 'a' });
    const scalars = settingNames.filter((name: SettingName) => {
      const value = settings[name].default;
      return (
        name === 'default_scope' ||
        (value !== null &&
          typeof value !== 'object' &&
          !('secret' in settings[name]) &&
          // Their names read like secrets, of which templates get none.
          !name.endsWith('_tokens'))
      );
    });
    const names = scalars.flatMap((name) => [name, name.toUpperCase()]);
    expect(Object.keys(variables).sort()).toEqual([...new Set(names)].sort());
  });

  test('every extra key of the file, whatever it holds', async () => {
    const variables = await variablesOf({ files: inFile('team: web\nTier: [1, 2]\nmap: {a: {b: 1}}\n') });
    expect(variables).toMatchObject({
      team: 'web',
      TEAM: 'web',
      Tier: [1, 2],
      TIER: [1, 2],
      map: { a: { b: 1 } },
      MAP: { a: { b: 1 } },
    });
  });

  test('variables of the environment come last, and only under the name after the prefix', async () => {
    const env = {
      PRECEPT_TEAM: 'env',
      PRECEPT_HTTP_PORT: '77',
      PRECEPT_: 'x',
      TEAM: 'not ours',
      PATH: '/bin',
    };
    const variables = await variablesOf({ env, files: inFile('team: file\nhttp_port: 99\n') });
    expect(variables).toMatchObject({ team: 'file', TEAM: 'env', http_port: 77, HTTP_PORT: '77' });
    expect(variables).not.toHaveProperty('PATH');
    expect(variables).not.toHaveProperty('PRECEPT_TEAM');
    expect(Object.keys(variables)).not.toContain('');
  });

  test("an extra key's own name wins over another's name in capitals, in either order", async () => {
    expect(await variablesOf({ files: inFile('team: low\nTEAM: high\n') })).toMatchObject({
      team: 'low',
      TEAM: 'high',
    });
    expect(await variablesOf({ files: inFile('TEAM: high\nteam: low\n') })).toMatchObject({
      team: 'low',
      TEAM: 'high',
    });
  });

  test('secrets are never there', async () => {
    const names = [
      'oidc_client_secret',
      'api_token',
      'DB_PASSWORD',
      'my_credentials',
      'Private_Key',
      'apikey',
    ];
    const env = Object.fromEntries(names.map((name) => [`PRECEPT_${name.toUpperCase()}`, 'env-s3cr3t']));
    const variables = await variablesOf({
      env: { ...env, AWS_SECRET_ACCESS_KEY: 'env-s3cr3t' },
      files: inFile(names.map((name) => `${name}: file-s3cr3t\n`).join('')),
    });
    expect(JSON.stringify(variables)).not.toContain('s3cr3t');
    expect(
      Object.keys(variables).filter((name) => /secret|token|password|credential|key/i.test(name)),
    ).toEqual([]);
  });

  test('secrets are not there at any depth of the file either', async () => {
    const variables = await variablesOf({
      files: inFile(
        'deploy: {host: a, db: {password: s3cr3t, port: 1}, keys: [{api_key: s3cr3t, id: 2}]}\nring: &r {self: *r}\n',
      ),
    });
    expect(variables.deploy).toEqual({ host: 'a', db: { port: 1 }, keys: [{ id: 2 }] });
    expect(variables.DEPLOY).toEqual(variables.deploy);
    expect(JSON.stringify(variables)).not.toContain('s3cr3t');
  });
});

test('rules see settings, extra keys, the environment, the version and the scope that was asked for', async () => {
  const folder = await tempFolder();
  const write = async (file: string, text: string) => {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  await write(
    '.precept/settings.yml',
    'team: web\nscope: shadowed\ncategory: shadowed\nservice_version: "0"\nhttp_port: 99\n',
  );
  await write(
    '.precept/rules/it/commandments.yml',
    `a:
  ruleset:
    - "{{ team }} {{ TEAM }} {{ http_port }} {{ HTTP_PORT }} {{ REGION }}"
    - "{{ scope.name }} {{ scope.sources | join(',') }}"
    - "{{ service_version != '0' }}"
    - "{{ category.key }}"
    - "{{ HOME }}"
    - "{{ oidc_client_secret }}{{ OIDC_CLIENT_SECRET }}"
`,
  );
  const { service } = await openService({
    flags: {},
    env: { PRECEPT_REGION: 'eu', HOME: folder, PRECEPT_OIDC_CLIENT_SECRET: 's3cr3t' },
    cwd: folder,
    home: path.join(folder, 'home'),
    writeLog: () => {},
  });
  const answer = JSON.parse(await ask(service, 'get_rules', { scope_name: 'it' }));
  expect(answer.commandments.a.rules).toEqual(['web web 99 99 eu', 'it local', 'true', 'a']);
  const failed = answer.template_failures.map((failure: { variable_name: string }) => failure.variable_name);
  expect(failed).toEqual(['HOME', 'oidc_client_secret']);
  expect(JSON.stringify(answer)).not.toContain('s3cr3t');
});
