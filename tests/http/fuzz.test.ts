import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type HttpClient, httpClient, origin, smallContent } from './client.ts';

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(smallContent);
});

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'v1',
    'scopes',
    'acme',
    'shop',
    'rules',
    'index',
    'katas',
    'docs',
    'swagger-ui',
    'reload',
    'vision',
    'source',
    'commandments.yml',
    'explorer',
    'masters',
  ),
  fc.constantFrom(
    '%',
    '%2F',
    '%00',
    '%ff',
    '..',
    '.',
    '',
    '__proto__',
    'constructor',
    '*',
    ':scope_name',
    '{x}',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map(encodeURIComponentSafely),
  fc.string({ maxLength: 20 }),
);
const path = fc.oneof(
  fc.array(segment, { maxLength: 7 }),
  fc.array(segment, { maxLength: 4 }).map((rest) => ['api', 'v1', 'scopes', 'shop', ...rest]),
);
const query = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom('q', 'raw', 'categories', 'debug', 'category', 'details', '__proto__', 'toString'),
      segment,
    ),
    fc.oneof(fc.constantFrom('true', '0', 'backend.api', ''), segment),
  ),
  { maxLength: 4 },
);
const headerValue = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''));
const mediaRange = fc.constantFrom(
  '*/*',
  'text/*',
  'application/json',
  'text/markdown;q=0',
  ';q=',
  ',',
  '"',
  'q=9',
);
const accept = fc.oneof(
  headerValue,
  fc.array(mediaRange, { maxLength: 4 }).map((parts) => parts.join(',')),
);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'FOO',
  '__proto__',
);

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''));
}

test('no request is answered with 5xx or a stack', async () => {
  await fc.assert(
    fc.asyncProperty(method, path, query, accept, headerValue, async (method, path, query, accept, tag) => {
      const search = query.map(([key, value]) => `${key}=${value}`).join('&');
      const url = `${origin}/${path.join('/')}${search ? `?${search}` : ''}`;
      const init = { method, headers: { accept, 'if-none-match': tag, 'content-type': tag } };
      const response = await client.app.fetch(new Request(url, init));
      const text = await response.text();
      expect(response.status, `${method} ${url} ${client.logged.join('')}`).toBeLessThan(500);
      expect(text).not.toMatch(/\n\s+at .*:\d+:\d+/);
      expect(text).not.toContain(client.rulesPath);
      expect(response.headers.get('x-content-type-options') ?? (response.status === 304 && 'nosniff')).toBe(
        'nosniff',
      );
      // The explorer's pages are for people, and so is what they say when something is not there.
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      if (response.status >= 400 && method !== 'HEAD' && !isPage) {
        expect(JSON.parse(text).status).toBe(response.status);
      }
    }),
    { numRuns: 1500 },
  );
  expect(client.logged.filter((line) => line.startsWith('precept error'))).toEqual([]);
});
