import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, problemOf, smallContent } from './client.ts';

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(smallContent);
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('Accept on a route with JSON, Markdown and YAML', () => {
  test.each([
    [null, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['*', 'application/json'],
    [browser, 'application/json'],
    ['application/json', 'application/json'],
    ['APPLICATION/JSON', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['text/*', 'text/markdown'],
    ['text/*, application/json;q=0.9', 'text/markdown'],
    ['text/markdown;q=0.5, application/json;q=0.4', 'text/markdown'],
    ['text/markdown;q=0.4, application/json;q=0.5', 'application/json'],
    ['text/markdown, application/json', 'application/json'],
    ['*/*, text/markdown;q=0.1', 'application/json'],
    ['*/*;q=0.1, text/markdown', 'text/markdown'],
    ['*/*, application/json;q=0', 'text/markdown'],
    ['text/*;q=0.3, text/markdown;q=0, */*;q=0.1', 'application/json'],
    ['application/*;q=0.2, application/json;q=0', 'application/yaml'],
    ['application/yaml', 'application/yaml'],
    ['text/yaml', 'application/yaml'],
    ['application/x-yaml', 'application/yaml'],
    ['image/png, text/markdown', 'text/markdown'],
    ['nonsense, ;;q=, text/markdown;q=0.7', 'text/markdown'],
  ])('%s gives %s', async (accept, type) => {
    const response = await client.get('/api/v1/scopes/shop/rules', accept === null ? {} : { accept });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
    expect(response.headers.get('vary')).toBe('Accept');
  });

  test.each([
    'image/png',
    'text/html',
    'application/json;q=0',
    '*/*;q=0',
    'text/markdown;q=0, image/*',
    ';;;',
  ])('%s gives 406 that lists what there is', async (accept) => {
    const response = await client.get('/api/v1/scopes/shop/rules', { accept });
    const { code, detail } = await problemOf(response);
    expect([response.status, code]).toEqual([406, 'not-acceptable']);
    expect(detail).toContain('application/json, text/markdown, application/yaml');
    expect(response.headers.get('vary')).toBe('Accept');
  });

  test('many different headers are no burden', async () => {
    for (let index = 0; index < 300; index++) {
      const accept = `text/markdown, application/x-${index}`;
      expect((await client.get('/api/v1/scopes/shop/rules', { accept })).status).toBe(200);
    }
  });
});

describe('nothing below /api/v1 is a page', () => {
  const json = 'application/problem+json';
  test.each([
    ['/api/v1', 404, json],
    ['/api/v1/', 404, json],
    ['/api/v1/nowhere', 404, json],
    ['/api/v1/scopes/shop/nowhere', 404, json],
    ['/api/v1/scopes/nobody/rules', 404, json],
    ['/api/v1/scopes/shop/katas/nobody', 404, json],
    ['/api/v1/scopes/%zz', 400, json],
    ['/api/v1/reload', 405, json],
    ['/api/v1/scopes', 200, 'application/json'],
    ['/api/v1/scopes/shop/bundle', 200, 'application/json'],
    ['/api/v1/feedback/summary', 200, 'application/json'],
  ])('%s for a browser is %i %s', async (path, status, type) => {
    const response = await client.get(path, { accept: browser });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  });

  test('what only looks like it is', async () => {
    expect((await client.get('/api/v10', { accept: browser })).headers.get('content-type')).toContain(
      'text/html',
    );
  });
});

test('a route with JSON only refuses Markdown', async () => {
  expect((await problemOf(await client.get('/api/v1/scopes', { accept: 'text/markdown' }))).code).toBe(
    'not-acceptable',
  );
  expect((await problemOf(await client.get('/openapi.json', { accept: 'text/html' }))).code).toBe(
    'not-acceptable',
  );
});

test('a kata is Markdown unless asked otherwise', async () => {
  const path = '/api/v1/scopes/shop/katas/cut-release';
  expect((await client.get(path)).headers.get('content-type')).toContain('text/markdown');
  expect((await client.get(path, { accept: 'application/json' })).headers.get('content-type')).toBe(
    'application/json',
  );
});
