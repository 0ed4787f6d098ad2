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

describe('a page or JSON where nothing is found, by the qualities of the Accept header', () => {
  const page = 'text/html; charset=utf-8';
  const json = 'application/problem+json';
  test.each([
    [browser, page],
    ['text/html', page],
    ['TEXT/HTML', page],
    ['application/json, text/html', page],
    ['application/json;q=0.5, text/html;q=0.6', page],
    ['application/json, text/html;q=0', json],
    ['application/json, text/html;q=0.1', json],
    ['text/html;q=0.1, */*', json],
    ['text/html;q=0', json],
    ['text/html;q=0.9, application/problem+json', json],
    ['*/*', json],
    ['application/json', json],
    ['application/json;v="text/html"', json],
  ])('%s gives %s', async (accept, type) => {
    const response = await client.get('/nowhere', { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, type]);
  });

  test('a page that fails is JSON for who wants that rather', async () => {
    for (const [accept, type] of [
      [browser, page],
      ['*/*', page],
      ['application/json, text/html;q=0.1', json],
      ['application/json', json],
    ] as const) {
      const response = await client.get('/scopes/nobody', { accept });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, type]);
    }
  });

  test('a page is given to who does not refuse it', async () => {
    for (const accept of [browser, '*/*', 'application/json, text/html;q=0.1', 'application/json']) {
      const response = await client.get('/', { accept });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, page]);
    }
    const refused = await client.get('/', { accept: 'application/json, text/html;q=0' });
    expect([refused.status, (await problemOf(refused)).code]).toEqual([406, 'not-acceptable']);
  });

  test('events are not given to who refuses them', async () => {
    const refused = await client.get('/api/v1/events', { accept: '*/*, text/event-stream;q=0' });
    expect(refused.status).toBe(406);
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
