import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { isRouted } from '../../src/service/operation.ts';
import { operations } from '../../src/service/operations.ts';
import { type HttpClient, httpClient, jsonOf, smallContent } from './client.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: { readonly examples?: readonly unknown[] };
}
interface Docs {
  readonly externalDocs?: { readonly url: string };
}
interface Described extends Docs {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly tags: readonly (Docs & { readonly name: string })[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** Content in which the examples of the document are found. */
const content = {
  ...smallContent,
  'shop/katas.yml': 'delivery.release:\n  katas:\n    cut-release: "1. Tag.\\n2. Tell."\n',
  'shop/tenka.yml': [1, 2].reduce(
    (text, story) =>
      `${text}  US${story}:\n    who: a buyer\n    what: to pay\n    why: to own\n    tags: [api]\n    acs:\n${[
        1, 2,
      ]
        .map((ac) => `      AC${story}.${ac}: {given: a cart, when: I pay, then: it is mine}\n`)
        .join('')}`,
    'tenka:\n',
  ),
};

let client: HttpClient;
let document: Document;
beforeAll(async () => {
  client = await httpClient(content, { default_scope: 'shop' });
  document = await jsonOf<Document>(client.get('/openapi.json'));
});

/** Every operation with its path and method. */
const described = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

interface ExampleRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What the document shows how to ask: each body, and each optional parameter on its own, with its example. */
function exampleRequests(path: string, { parameters, requestBody }: Described): ExampleRequest[] {
  const exampleOf = ({ example, schema }: Parameter) => String(example ?? schema.examples?.[0]);
  const bare = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, exampleOf(one)), path);
  const queryOf = (one: Parameter) => `${one.name}=${encodeURIComponent(exampleOf(one))}`;
  const needed = parameters.filter((one) => one.in === 'query' && one.example !== undefined).map(queryOf);
  const url = [bare, ...(needed.length > 0 ? [needed.join('&')] : [])].join('?');
  const bodies = Object.values(requestBody?.content['application/json']?.examples ?? {});
  const json = { 'content-type': 'application/json' };
  const plain: ExampleRequest[] =
    requestBody === undefined
      ? [{ url, headers: {} }]
      : bodies.map(({ value }) => ({ url, headers: json, body: value }));
  const optional = parameters.filter(({ required, example }) => !required && example === undefined);
  const more = optional.flatMap((parameter) =>
    plain
      .slice(0, 1)
      .map((request) =>
        parameter.in === 'header'
          ? { ...request, headers: { ...request.headers, [parameter.name]: exampleOf(parameter) } }
          : { ...request, url: `${url}${url.includes('?') ? '&' : '?'}${queryOf(parameter)}` },
      ),
  );
  return [...plain, ...more];
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('has every operation', () => {
    const served = operations.filter(isRouted).map(({ name }) => name);
    const others = ['get_file', 'events'];
    for (const suffix of ['', '_of_default_scope'])
      others.push(`skills_index${suffix}`, `skill${suffix}`, `skill_archive${suffix}`);
    const ids = described().map(({ operation }) => operation.operationId);
    expect(ids.slice(0, served.length)).toEqual(served);
    expect(ids.slice(served.length).sort()).toEqual(others.sort());
  });

  test('says of every parameter what it is, with an example', () => {
    for (const { path, operation } of described()) {
      for (const parameter of operation.parameters) {
        const place = `${path} ${parameter.name}`;
        expect(parameter.description, place).toMatch(/\w/);
        expect(parameter.example ?? parameter.schema.examples?.[0], place).toBeDefined();
        if (parameter.in !== 'header')
          expect(parameter.in, place).toBe(path.includes(`{${parameter.name}}`) ? 'path' : 'query');
      }
    }
  });

  test('has every representation and the problems', () => {
    const responses = document.paths['/api/v1/scopes/{scope_name}/rules']?.get?.responses ?? {};
    expect(Object.keys(responses['200']?.content ?? {})).toEqual([
      'application/json',
      'text/markdown',
      'application/yaml',
    ]);
    for (const status of ['304', '400', '403', '404', '406', '500']) expect(responses).toHaveProperty(status);
    expect(responses).not.toHaveProperty('401');
    expect(responses['404']?.content).toHaveProperty('application/problem+json');
  });

  test('describes the answers to its own examples', async () => {
    const ajv = new Ajv2020({ strict: false });
    let asked = 0;
    for (const { path, method, operation } of described()) {
      // The others are no operations: tests/http/openapi-examples.test.ts asks them too.
      if (!operations.some(({ name }) => name === operation.operationId)) continue;
      for (const { url, headers, body } of exampleRequests(path, operation)) {
        const response = await client.send(url, {
          method: method.toUpperCase(),
          headers: { accept: 'application/json', ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const described = operation.responses[String(response.status)];
        const schema = described?.content?.['application/json']?.schema;
        expect(schema, `${method} ${url} is ${response.status}`).toBeDefined();
        expect(response.headers.get('x-precept-warning'), url).toBeNull();
        const valid = ajv.validate(schema as object, await response.json());
        expect(valid, `${url}: ${ajv.errorsText()}`).toBe(true);
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(operations.filter(isRouted).length + 15);
  });

  test('uses a scope that exists as its example', async () => {
    const example = async (of: HttpClient) => {
      const { paths } = await jsonOf<Document>(of.get('/openapi.json'));
      return paths['/api/v1/scopes/{scope_name}']?.get?.parameters[0]?.example;
    };
    expect(await example(await httpClient(smallContent))).toBe('acme');
    expect(await example(await httpClient(smallContent, { default_scope: 'shop' }))).toBe('shop');
    expect(await example(await httpClient({}))).toBe('team-payments');
  });

  test('fills in a kata, a story and a category that exist, wherever they are', async () => {
    const files = {
      'aaa/metadata.yml': 'description: Nothing else\n',
      'deep/katas.yml': 'ops.night:\n  katas: {wake-somebody: 1. Call.}\n',
      'told/tenka.yml':
        'tenka:\n  US7: {who: a, what: b, why: c, acs: {AC7.3: {given: x, when: y, then: z}}}\n',
    };
    const own = await httpClient(files);
    const { paths } = await jsonOf<Document>(own.get('/openapi.json'));
    const filled = (path: string) =>
      Object.fromEntries(
        (paths[path]?.get?.parameters ?? []).map(({ name, example, schema }) => [
          name,
          example ?? schema.examples?.[0],
        ]),
      );
    expect(filled('/api/v1/scopes/{scope_name}/katas/{kata_name}')).toMatchObject({
      scope_name: 'deep',
      kata_name: 'wake-somebody',
      category: 'ops.night',
    });
    expect(filled('/api/v1/scopes/{scope_name}/tenka/acs')).toMatchObject({
      scope_name: 'told',
      stories: 'US7',
    });
    expect(filled('/api/v1/scopes/{scope_name}/rules')).toMatchObject({ scope_name: 'aaa' });
    await writeFile(path.join(own.rulesPath, 'aaa/katas.yml'), 'first:\n  katas: {go: 1. Go.}\n');
    await own.service.reload();
    const { paths: later } = await jsonOf<Document>(own.get('/openapi.json'));
    expect(
      later['/api/v1/scopes/{scope_name}/katas/{kata_name}']?.get?.parameters.map(({ example }) => example),
    ).toEqual(['aaa', 'go', undefined, undefined]);
  });

  test('fills in skills and files that exist, of the default scope where the address names none', async () => {
    const files = {
      'alone/commandments.yml': 'a: {ruleset: [A rule]}\n',
      'odd/katas.yml': 'a: {katas: {Not_A_Skill: "1. Go."}}\n',
      'shop/katas.yml': 'a: {katas: {pay: "1. Pay."}}\nb: {katas: {pay: "1. Pay."}}\n',
      'tools/katas.yml':
        'a:\n  katas:\n    plain: 1. Go.\n    check: {files: {check.sh: files/check.sh}, procedure: 1. Go.}\n',
      'tools/files/check.sh': 'exit 0\n',
    };
    const routes = {
      ofAny: '/scopes/{scope_name}/.well-known/agent-skills/{name}/SKILL.md',
      archive: '/scopes/{scope_name}/.well-known/agent-skills/{name}.tar.gz',
      file: '/api/v1/scopes/{scope_name}/files/{sha256}',
      usual: '/.well-known/agent-skills/{name}/SKILL.md',
      usualArchive: '/.well-known/agent-skills/{name}.tar.gz',
    };
    const filledIn = async (usual: string | null) => {
      const served = await httpClient(files, { default_scope: usual });
      const { paths } = await jsonOf<Document>(served.get('/openapi.json'));
      const fill = (route: string) =>
        (paths[route]?.get?.parameters ?? []).reduce(
          (text, { name, example }) => text.replace(`{${name}}`, String(example)),
          route,
        );
      const found = Object.entries(routes).map(async ([key, route]) => {
        const { status } = await served.get(fill(route));
        return [
          key,
          fill(route)
            .replace(/[0-9a-f]{64}/, 'hash')
            .replace('.well-known/', ''),
          status,
        ];
      });
      return Promise.all(found);
    };
    expect(await filledIn('tools')).toEqual([
      ['ofAny', '/scopes/tools/agent-skills/plain/SKILL.md', 200],
      ['archive', '/scopes/tools/agent-skills/check.tar.gz', 200],
      ['file', '/api/v1/scopes/tools/files/hash', 200],
      ['usual', '/agent-skills/plain/SKILL.md', 200],
      ['usualArchive', '/agent-skills/check.tar.gz', 200],
    ]);
    expect(await filledIn('shop')).toEqual([
      ['ofAny', '/scopes/shop/agent-skills/a-pay/SKILL.md', 200],
      ['archive', '/scopes/tools/agent-skills/check.tar.gz', 200],
      ['file', '/api/v1/scopes/tools/files/hash', 200],
      ['usual', '/agent-skills/a-pay/SKILL.md', 200],
      // The default scope has no skill with files.
      ['usualArchive', '/agent-skills/cut-release.tar.gz', 404],
    ]);
    expect((await filledIn(null)).slice(0, 3).map(([, , status]) => status)).toEqual([200, 200, 200]);
  });

  test('sorts every route into a group that is described, with a summary of its own and the page of people', async () => {
    const { tags } = document;
    const used = described().map(({ operation }) => operation.tags);
    expect(new Set(used.flat())).toEqual(new Set(tags.map(({ name }) => name)));
    for (const one of used) expect(one).toHaveLength(1);
    const summaries = described().map(({ operation }) => operation.summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    for (const summary of summaries) expect(summary.split(' ').length, summary).toBeGreaterThan(2);
    const pages = [...tags, ...described().map(({ operation }) => operation)].flatMap(({ externalDocs }) =>
      externalDocs === undefined ? [] : [externalDocs.url],
    );
    expect(pages).toContain('/scopes/shop/katas');
    for (const page of new Set(pages)) {
      const { status, headers } = await client.get(page, { accept: 'text/html' });
      expect([page, status, headers.get('content-type')]).toEqual([page, 200, 'text/html; charset=utf-8']);
    }
  });
});
