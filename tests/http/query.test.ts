import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, jsonOf, problemOf, type RulesBody, smallContent } from './client.ts';

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(smallContent);
});

const rules = '/api/v1/scopes/shop/rules';

describe('booleans', () => {
  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('%s', async (value, raw) => {
    const text = await (await client.get(`${rules}?debug=${value}`)).text();
    expect(text.includes('{{ scope.name }}')).toBe(raw);
  });

  test.each(['yes', '', 'TRUE', '2', 'constructor', '__proto__', 'true,false'])(
    '"%s" is refused',
    async (value) => {
      const response = await client.get(`${rules}?debug=${value}`);
      const { code, detail, errors } = await problemOf(response);
      expect([response.status, code]).toEqual([400, 'invalid-parameter']);
      expect(detail).toContain('Parameter "debug"');
      expect(detail).toContain('true, false, 1 or 0');
      expect(errors?.[0]?.path).toBe('debug');
    },
  );
});

describe('repeated keys', () => {
  test('a list may be repeated', async () => {
    const answer = client.get(`${rules}?categories=backend&categories=delivery`);
    const { commandments } = await jsonOf<RulesBody>(answer);
    expect(Object.keys(commandments).sort()).toEqual(['backend.api', 'delivery']);
  });

  test('another argument may not', async () => {
    const { code, detail } = await problemOf(await client.get(`${rules}?debug=true&debug=false`));
    expect([code, detail]).toEqual([
      'invalid-parameter',
      'Parameter "debug" is given 2 times; give it once.',
    ]);
  });
});

describe('unknown keys are answered with a warning', () => {
  const warningOf = async (path: string) => {
    const response = await client.get(path);
    expect(response.status).toBe(200);
    return response.headers.get('x-precept-warning');
  };

  test('none without one', async () => {
    expect(await warningOf(`${rules}?categories=backend&debug=0`)).toBeNull();
    expect(await warningOf(`${rules}?`)).toBeNull();
  });

  test('with the near name, if there is one', async () => {
    expect(await warningOf(`${rules}?category=backend`)).toBe(
      'unknown query parameter "category"; did you mean "categories"?',
    );
    expect(await warningOf('/api/v1/scopes/shop/katas/cut-release?categories=delivery')).toBe(
      'unknown query parameter "categories"; did you mean "category"?',
    );
    expect(await warningOf('/api/v1/scopes/shop/tenka/acs?story=')).toBe(
      'unknown query parameter "story"; did you mean "stories"?',
    );
    expect(await warningOf('/api/v1/scopes/shop/tenka/validation?ac=AC1.1')).toBe(
      'unknown query parameter "ac"; did you mean "acs"?',
    );
    expect(await warningOf(`${rules}?utm_source=x`)).toBe('unknown query parameter "utm_source"');
    expect(await warningOf(`${rules}?Debug=1&x=1&x=2`)).toBe(
      'unknown query parameter "Debug"; did you mean "debug"?, unknown query parameter "x"',
    );
  });

  test('what a header cannot carry is percent-escaped, and much is cut', async () => {
    expect(await warningOf(`${rules}?${encodeURIComponent('a"b\r\nX: é%\\')}=1`)).toBe(
      'unknown query parameter "a%22b%0D%0AX: %C3%A9%25%5C"',
    );
    const many = Array.from({ length: 50 }, (_, index) => `${'k'.repeat(100)}${index}=1`).join('&');
    const warning = (await warningOf(`${rules}?${many}`)) ?? '';
    expect(warning.endsWith(', and 45 more')).toBe(true);
    expect(warning.length).toBeLessThan(600);
  });

  test('an argument that another route has, or that is in the path, has no effect here', async () => {
    const index = '/api/v1/scopes/shop/katas/index';
    const plain = await (await client.get(index)).text();
    const asked = await client.get(`${index}?categories=none`);
    expect(await asked.text()).toBe(plain);
    expect(asked.headers.get('x-precept-warning')).toBe('unknown query parameter "categories"');
    expect(await warningOf(`${rules}?scope_name=acme`)).toBe('unknown query parameter "scope_name"');
    expect((await jsonOf<RulesBody>(client.get(`${rules}?scope_name=acme`))).metadata.name).toBe('shop');
  });

  test('also with 304 and with a problem', async () => {
    const plain = await client.get(rules);
    const same = await client.get(`${rules}?x=1`, { 'if-none-match': plain.headers.get('etag') ?? '' });
    expect(same.status).toBe(304);
    expect(same.headers.get('x-precept-warning')).toContain('"x"');
    const problem = await client.get('/api/v1/scopes/none/rules?category=backend');
    expect(problem.headers.get('x-precept-warning')).toContain('did you mean "categories"');
  });
});

test('an empty or malformed category filter is refused', async () => {
  for (const value of ['', 'a..b', 'a,,b', encodeURIComponent('a b c'), 'a'.repeat(10_001)]) {
    expect((await problemOf(await client.get(`${rules}?categories=${value}`))).code).toBe('invalid-category');
  }
});
