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
interface Described {
  readonly operationId: string;
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
    expect(described().map(({ operation }) => operation.operationId)).toEqual([...served, 'events']);
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
    expect(responses['404']?.content).toHaveProperty('application/problem+json');
  });

  test('describes the answers to its own examples', async () => {
    const ajv = new Ajv2020({ strict: false });
    let asked = 0;
    for (const { path, method, operation } of described()) {
      // A stream has no end to wait for; tests/federation/events.system.test.ts is about it.
      if (operation.operationId === 'events') continue;
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
});
