import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { isRouted } from '../../src/service/operation.ts';
import { operations } from '../../src/service/operations.ts';
import { type HttpClient, httpClient, jsonOf, smallContent } from './client.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: { readonly examples?: readonly unknown[] };
}
interface Described {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** A good body for each operation that needs one. */
const bodies: Readonly<Record<string, object>> = {
  submit_feedback: {
    type: 'missed_categories',
    task: 'Ship a change',
    categories: ['delivery'],
    reason: 'The index did not say so',
  },
};

let client: HttpClient;
let document: Document;
beforeAll(async () => {
  client = await httpClient(smallContent);
  document = await jsonOf<Document>(client.get('/openapi.json'));
});

/** Every operation with its path and method. */
const described = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('has every operation', () => {
    const served = operations.filter(isRouted).map(({ name }) => name);
    expect(described().map(({ operation }) => operation.operationId)).toEqual(served);
  });

  test('says of every parameter what it is, with an example', () => {
    for (const { path, operation } of described()) {
      for (const parameter of operation.parameters) {
        const place = `${path} ${parameter.name}`;
        expect(parameter.description, place).toMatch(/\w/);
        expect(parameter.example ?? parameter.schema.examples?.[0], place).toBeDefined();
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

  test('describes the answers that are given', async () => {
    const ajv = new Ajv2020({ strict: false });
    for (const { path, method, operation } of described()) {
      const kata = operation.operationId === 'get_kata';
      const url = path.replace('{scope_name}', 'shop').replace('{kata_name}', 'cut-release');
      if (url.includes('{')) throw new Error(`give ${url} a value here`);
      const body = bodies[operation.operationId];
      const response = await client.send(url, {
        method: method.toUpperCase(),
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { schema } = operation.responses[String(response.status)]?.content?.['application/json'] ?? {};
      if (schema === undefined)
        throw new Error(`${method} ${url} is ${response.status}, which is not described`);
      const data = await response.json();
      expect(ajv.validate(schema, data), `${url}: ${ajv.errorsText()}`).toBe(true);
      if (kata) expect(data).toMatchObject({ name: 'cut-release' });
    }
  });

  test('uses a scope that exists as its example', async () => {
    const example = async (of: HttpClient) => {
      const { paths } = await jsonOf<Document>(of.get('/openapi.json'));
      return paths['/api/v1/scopes/{scope_name}']?.get?.parameters[0]?.example;
    };
    expect(await example(client)).toBe('acme');
    expect(await example(await httpClient(smallContent, { default_scope: 'shop' }))).toBe('shop');
    expect(await example(await httpClient({}))).toBe('team-payments');
  });
});
