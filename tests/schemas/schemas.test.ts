import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { jsonSchemas } from '../../scripts/json-schemas.ts';
import { settingNames } from '../../src/config/settings.ts';
import { contentKinds } from '../../src/guidance/content-files.ts';
import { shapeMistakes } from '../katas/mistakes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = [...contentKinds, 'tests', 'evals', 'settings'];

/** The written schemas, compiled by a validator that has nothing to do with how they were made. */
const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
// What only editors read.
ajv.addVocabulary(['markdownDescription', 'errorMessage', 'patternErrorMessage']);
const written = new Map<string, ValidateFunction>();
for (const name of names) {
  const text = await readFile(path.join(root, `schemas/${name}.schema.json`), 'utf8');
  written.set(name, ajv.compile(JSON.parse(text)));
}

/** What the schema for files of this name has against a content; empty if it is sound. */
function mistakesIn(name: string, yaml: string): string[] {
  const validate = written.get(name);
  if (validate === undefined) throw new Error(`there is no schema for ${name}.yml`);
  validate(parse(yaml, { uniqueKeys: false }));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Workflows of build servers, what starts containers, and what Prometheus reads, have schemas of their own. */
async function examples(): Promise<string[]> {
  const entries = await readdir(path.join(root, 'examples'), { recursive: true });
  const own = await readdir(path.join(root, '.precept', 'rules'), { recursive: true });
  return [
    ...entries
      .filter((name) => /^(?!(?:ci|deploy|monitoring|publish)\b).*\.ya?ml$/.test(name))
      .map((name) => path.join('examples', name)),
    ...own.filter((name) => name.endsWith('.yml')).map((name) => path.join('.precept', 'rules', name)),
  ];
}
const files = await examples();

describe('the examples', () => {
  test('are all there', () => {
    for (const folder of [
      'examples/acme/rules/acme',
      'examples/acme',
      'examples/federation',
      '.precept/rules/precept',
    ]) {
      expect(files.some((file) => file.startsWith(path.join(folder) + path.sep))).toBe(true);
    }
    expect(new Set(files.map((file) => path.basename(file, '.yml')))).toEqual(new Set(names));
  });

  test.each(files)('%s is valid, and names the schema for its editor', async (file) => {
    const text = await readFile(path.join(root, file), 'utf8');
    const name = path.basename(file, '.yml');
    expect(mistakesIn(name, text)).toEqual([]);
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    const target = path.resolve(path.join(root, path.dirname(file)), schema);
    expect(target).toBe(path.join(root, 'schemas', `${name}.schema.json`));
    expect(existsSync(target)).toBe(true);
  });
});

describe('planted mistakes are refused, each at its place', () => {
  test.each([
    ['commandments', 'a:\n  ruleset:\n    - Use: this\n', '/a/ruleset/0 must be string'],
    ['commandments', 'a:\n  b:\n    ruleset: [x, 5]\n', '/a/b/ruleset/1 must be string'],
    ['commandments', 'a:\n  ruleset:\n', '/a/ruleset must be array'],
    ['suggestions', '+a.b:\n  ruleset: One\n', '/+a.b/ruleset must be array'],
    ['suggestions', 'a:\n  tags: http\n  ruleset: []\n', '/a/tags must be array'],
    ['suggestions', 'a:\n  when: 5\n  ruleset: []\n', '/a/when must be string'],
    ['commandments', 'a: text\n', '/a must be object'],
    ['commandments', '- a\n', ' must be object,null'],
    ['katas', 'a:\n  katas:\n', '/a/katas must be object'],
    ['katas', 'a:\n  katas:\n    cut: {when: Now}\n', "/a/katas/cut must have required property 'procedure'"],
    ['katas', 'a:\n  b:\n    katas: {cut: 5}\n', '/a/b/katas/cut must be string'],
    ['katas', 'a:\n  katas: {index: x}\n', '/a/katas property name must be valid'],
    ['metadata', 'parents: []\n', '/parents must NOT have fewer than 1 items'],
    ['metadata', 'parents: good\n', '/parents must be array'],
    [
      'metadata',
      'parents: [a, b, a]\n',
      '/parents must NOT have duplicate items (items ## 2 and 0 are identical)',
    ],
    ['metadata', 'parent: a\nparents: [b]\n', '/parents must NOT be valid'],
    ['metadata', 'tags: [a]\n', '/tags must be object'],
    ['metadata', 'tags: {team: [a]}\n', '/tags/team must be string'],
    ['metadata', 'description: 5\n', '/description must be string'],
    ['metadata', 'auth: {roles_claim: x}\n', "/auth must have required property 'accepted_roles'"],
    ['settings', 'cache_ttl_seconds: soon\n', '/cache_ttl_seconds must be integer'],
    ['settings', 'cache_ttl_seconds: -1\n', '/cache_ttl_seconds must be >= 0'],
    ['settings', 'http_port: 70000\n', '/http_port must be <= 65535'],
    ['settings', 'remote_ssl_verify: maybe\n', '/remote_ssl_verify must be boolean'],
    ['settings', 'log_level: loud\n', '/log_level must be equal to one of the allowed values'],
    ['settings', 'master_server_url: [5]\n', '/master_server_url/0 must be string'],
    ['settings', 'default_scope: [acme]\n', '/default_scope must be string'],
    ['tenka', 'tenka:\n', '/tenka must be object'],
    ['tenka', 'stories: {}\n', " must have required property 'tenka'"],
    ['tenka', 'tenka: {S1: {who: a, what: b, why: c}}\n', '/tenka must NOT have additional properties'],
    ['tenka', 'tenka: {US1: {who: a, what: b}}\n', "/tenka/US1 must have required property 'why'"],
    [
      'tenka',
      'tenka: {US1: {who: a, what: b, why: c, acs: {AC1: {given: a, when: b, then: c}}}}\n',
      '/tenka/US1/acs must NOT have additional properties',
    ],
    [
      'tenka',
      'tenka: {US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b}}}}\n',
      "/tenka/US1/acs/AC1.1 must have required property 'then'",
    ],
    [
      'tenka',
      'tenka: {US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, status: done}}}}\n',
      '/tenka/US1/acs/AC1.1/status must be equal to one of the allowed values',
    ],
    [
      'tenka',
      'tenka: {US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, checks: [{tset: x}]}}}}\n',
      "/tenka/US1/acs/AC1.1/checks/0 must have required property 'test'",
    ],
  ])('%s.yml: %j', (name, yaml, says) => {
    expect(mistakesIn(name, yaml)).toContain(says);
  });

  test.each(shapeMistakes.map(([name, yaml]) => [name, yaml] as const))(
    'katas.yml that the reader refuses: %s',
    (_, yaml) => {
      expect(mistakesIn('katas', yaml)).not.toEqual([]);
    },
  );
});

describe('what the readers take is not refused', () => {
  test.each([
    [
      'an empty file',
      names
        .filter((name) => name !== 'settings')
        .map((name) => [name, ''])
        .concat([['settings', '']]),
    ],
    [
      'a `when` that is left blank',
      [
        ['commandments', 'a:\n  when:\n  ruleset: []\n'],
        ['katas', 'a:\n  when:\n  katas: {cut: {when: , procedure: x}}\n'],
      ],
    ],
    [
      'a category with others below it',
      [['suggestions', 'a:\n  ruleset: [x]\n  +b:\n    c.d: {ruleset: [y], tags: [t]}\n']],
    ],
    ['a kata with a name of its own style', [['katas', 'a:\n  katas: {Cut_it: x, "2": {procedure: y}}\n']]],
    [
      'a parent, or several',
      [
        ['metadata', 'parent: a\n'],
        ['metadata', 'parents: [a, b]\n'],
      ],
    ],
    ['tags of any scalar', [['metadata', 'tags: {a: x, b: 1, c: true, d: }\ndescription:\n']]],
    [
      'masters as one and as many',
      [
        ['settings', 'master_server_url: http://a\n'],
        ['settings', 'master_server_url: [http://a, http://b]\n'],
      ],
    ],
    [
      'variables of templates among settings',
      [['settings', 'team_channel: "#a"\nlocales: [en]\nnested: {a: 1}\n']],
    ],
    [
      'checks of both kinds',
      [
        [
          'tenka',
          'tenka: {US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, checks: [{test: x}, {manual: y, validated: true}]}}}}\n',
        ],
      ],
    ],
  ] as [string, [string, string][]][])('%s', (_, cases) => {
    expect(cases.length).toBeGreaterThan(0);
    for (const [name, yaml] of cases) expect([name, mistakesIn(name, yaml)]).toEqual([name, []]);
  });
});

describe('the schemas', () => {
  test('are those in the folder, and no others', async () => {
    expect((await readdir(path.join(root, 'schemas'))).sort()).toEqual(
      names.map((name) => `${name}.schema.json`).sort(),
    );
    expect(Object.keys(await jsonSchemas()).sort()).toEqual(
      names.map((name) => `${name}.schema.json`).sort(),
    );
  });

  test('know every setting', async () => {
    const { properties } = (await jsonSchemas())['settings.schema.json'] as { properties: object };
    expect(Object.keys(properties)).toEqual(settingNames);
  });

  test.each(names)('%s tells an editor the title and the meaning of every key', async (name) => {
    const text = await readFile(path.join(root, `schemas/${name}.schema.json`), 'utf8');
    const schema = JSON.parse(text) as Record<string, unknown>;
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: expect.stringMatching(/\w{4}/),
    });
    const keys: string[] = [];
    const visit = (part: unknown, place: string): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, value] of Object.entries(part)) {
        if (key === 'properties') {
          for (const [property, shown] of Object.entries(value as Record<string, object>)) {
            const where = `${place}/${property}`;
            keys.push(where);
            expect(shown, where).toMatchObject({
              title: expect.stringMatching(/^[A-Z]/),
              description: expect.stringMatching(/\w.{5}/),
            });
          }
        }
        if (key !== 'default') visit(value, `${place}/${key}`);
      }
    };
    visit(schema, name);
    expect(keys.length).toBeGreaterThan(0);
  });
});
