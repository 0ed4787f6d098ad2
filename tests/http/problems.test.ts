import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { defineOperation } from '../../src/service/operation.ts';
import { type HttpClient, httpClient, problemOf, smallContent } from './client.ts';

const content = {
  ...smallContent,
  'broken/commandments.yml': 'a:\n  ruleset:\n    - fine\n    - wrong: "an unquoted colon"\n',
  'loop-a/metadata.yml': 'parent: loop-b\n',
  'loop-b/metadata.yml': 'parent: loop-a\n',
  'd0/metadata.yml': 'parent: d1\n',
  'd1/metadata.yml': 'parent: d2\n',
  'd2/metadata.yml': 'parent: acme\n',
  'twice/katas.yml':
    'a:\n  katas: {same: "1. A.", walk: "1. W.", respond-to-incident: "1. R."}\nb:\n  katas: {same: "1. B."}\n',
};

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(content, { max_inheritance_depth: 2 });
});

describe('the table of problems', () => {
  test.each([
    ['/api/v1/scopes/no%20name/rules', 400, 'invalid-scope-name', ['"no name"', 'A-Z']],
    ['/api/v1/scopes/a%2Fb/rules', 400, 'invalid-scope-name', ['"a/b"']],
    ['/api/v1/scopes/..%2f..%2fetc/rules', 400, 'invalid-scope-name', []],
    ['/api/v1/scopes/%00/rules', 400, 'invalid-scope-name', []],
    [`/api/v1/scopes/${'a'.repeat(201)}`, 400, 'invalid-scope-name', ['1 to 200']],
    ['/api/v1/scopes/shop/rules?categories=', 400, 'invalid-category', []],
    ['/api/v1/scopes/shop/rules?debug=maybe', 400, 'invalid-parameter', ['"maybe"', 'true, false, 1 or 0']],
    ['/api/v1/scopes/%E0%A4/rules', 400, 'malformed-url', ['percent-escape']],
    ['/api/v1/scopes/%zz', 400, 'malformed-url', []],
    ['/%', 400, 'malformed-url', []],
    ['/api/v1/scopes/shop/rules?categories=%', 400, 'malformed-url', ['query']],
    ['/api/v1/scopes/shpo/rules', 404, 'scope-not-found', ['"shpo"', 'shop']],
    ['/api/v1/scopes/shop/katas/cut-relase', 404, 'kata-not-found', ['cut-release']],
    ['/api/v1/scopes/twice/katas/respond', 404, 'kata-not-found', ['are: respond-to-incident']],
    ['/api/v1/scopes/twice/katas/same', 409, 'ambiguous-kata', ['a', 'b']],
    ['/nowhere', 404, 'not-found', ['/docs']],
    ['/api/v1', 404, 'not-found', []],
    ['/api/v1/scopes//rules', 404, 'not-found', []],
    ['/api/v1/scopes/shop/rules/', 404, 'not-found', []],
    ['/__proto__', 404, 'not-found', []],
    ['/constructor', 404, 'not-found', []],
    ['/api/v1/reload', 405, 'method-not-allowed', ['POST']],
    ['/api/v1/scopes/broken/rules', 500, 'invalid-content', ['broken/commandments.yml:4:7']],
    ['/api/v1/scopes/loop-a/rules', 500, 'inheritance-cycle', ['loop-b']],
    ['/api/v1/scopes/d0/rules', 500, 'inheritance-too-deep', ['2']],
  ])('GET %s is %i %s', async (path, status, code, says) => {
    const response = await client.get(path);
    const problem = await problemOf(response);
    expect([response.status, problem.code]).toEqual([status, code]);
    expect(problem.title).toMatch(/^[A-Z][\w ]+$/);
    for (const part of says) expect(problem.detail).toContain(part);
  });

  test('invalid content lists each mistake with its place', async () => {
    const { errors } = await problemOf(await client.get('/api/v1/scopes/broken/rules'));
    expect(errors?.[0]?.path).toMatch(/^broken\/commandments\.yml:4:\d+$/);
  });

  test('a broken scope does not touch the others', async () => {
    expect((await client.get('/api/v1/scopes/acme/rules')).status).toBe(200);
  });

  test.each([
    ['POST', '/api/v1/scopes', 'GET, HEAD'],
    ['DELETE', '/api/v1/scopes/shop/rules', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/scopes/shop', 'GET, HEAD'],
    ['PUT', '/api/v1/reload', 'POST'],
    ['HEAD', '/api/v1/reload', 'POST'],
    ['PATCH', '/docs', 'GET, HEAD'],
  ])('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    const response = await client.send(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect((await problemOf(response)).code).toBe('method-not-allowed');
  });
});

describe('a failure inside', () => {
  const failing = (error: unknown) =>
    defineOperation({
      name: 'fail',
      title: 'Fails',
      description: 'Fails.',
      needs: [],
      input: v.strictObject({}),
      output: v.null(),
      http: { method: 'get', path: '/fail', formats: ['json'] },
      mcp: null,
      cli: null,
      run: async () => {
        throw error;
      },
    });

  test.each([new Error('secret of /home/me/rules'), 'a bare string', null, undefined, { code: 'shop' }])(
    'hides its reason, and logs it: %s',
    async (error) => {
      const other = await httpClient({}, {}, { operations: [failing(error)] });
      const response = await other.get('/api/v1/fail');
      const { code, detail } = await problemOf(response);
      expect([response.status, code]).toEqual([500, 'internal']);
      expect(detail).not.toContain('secret');
      const line = other.logged.find((text) => text.startsWith('precept error:')) ?? '';
      expect(line).toContain('GET http://127.0.0.1:8000/api/v1/fail');
      if (error instanceof Error) expect(line).toContain('secret of /home/me/rules ⏎ at ');
    },
  );

  test('in a mounted protocol is a problem too', async () => {
    const mounts = {
      '/mcp': () => {
        throw new TypeError('inside');
      },
    };
    const other = await httpClient({}, {}, { mounts });
    expect((await problemOf(await other.get('/mcp'))).code).toBe('internal');
    expect(other.logged.join()).toContain('inside');
  });
});

describe('a body', () => {
  const note = defineOperation({
    name: 'note',
    title: 'Notes',
    description: 'Notes.',
    needs: [],
    input: v.strictObject({
      scope_name: v.string(),
      kind: v.picklist(['good', 'bad']),
      loud: v.optional(v.boolean(), false),
    }),
    output: v.any(),
    http: { method: 'post', path: '/scopes/{scope_name}/notes', formats: ['json'], status: 201 },
    mcp: null,
    cli: null,
    run: async (input) => ({ data: input, presentation: null }),
  });
  const path = '/api/v1/scopes/shop/notes';
  let notes: HttpClient;
  beforeAll(async () => {
    notes = await httpClient({}, {}, { operations: [note] });
  });
  const post = (body: RequestInit['body'], type: string | null = 'application/json', headers = {}) =>
    notes.send(path, {
      method: 'POST',
      headers: { ...(type !== null && { 'content-type': type }), ...headers },
      body: body as string,
      duplex: 'half',
    } as RequestInit);

  test('gives the arguments beside those of the path', async () => {
    for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
      const response = await post('{"kind": "good"}', type);
      expect(response.status).toBe(201);
      expect(await response.json()).toEqual({ scope_name: 'shop', kind: 'good', loud: false });
    }
  });

  test.each([null, 'text/plain', 'application/x-www-form-urlencoded', '', 'application/jsonx'])(
    'of type %s is 415',
    async (type) => {
      const response = await post(new TextEncoder().encode('{"kind": "good"}'), type);
      expect(response.headers.get('accept-post')).toBe('application/json');
      expect((await problemOf(response)).code).toBe('unsupported-media-type');
      expect(response.status).toBe(415);
    },
  );

  test.each(['', '{', '{"kind": "good"} x', "{'kind': 1}", 'undefined', '\ufeff', '{"a":"\\ud8"}'])(
    'that is not JSON is 400: %s',
    async (text) => {
      const response = await post(text);
      expect((await problemOf(response)).code).toBe('malformed-json');
      expect(response.status).toBe(400);
    },
  );

  test('that is not UTF-8 is 400', async () => {
    expect((await problemOf(await post(Buffer.from([0x22, 0xff, 0x22])))).detail).toContain('UTF-8');
  });

  test.each(['null', '[]', '"text"', '1', '[{"kind":"good"}]'])(
    'that is no object is 400: %s',
    async (text) => {
      const { code, detail } = await problemOf(await post(text));
      expect(code).toBe('invalid-parameter');
      expect(detail).toContain('JSON object');
    },
  );

  test.each([
    ['{}', 'kind', 'required'],
    ['{"kind": "worse"}', 'kind', 'one of good, bad'],
    ['{"kind": "good", "loud": "true"}', 'loud', 'true or false'],
    ['{"kind": "good", "lout": true}', 'lout', 'did you mean "loud"?'],
    ['{"kind": "good", "__proto__": {"loud": true}}', '__proto__', 'no such argument'],
  ])('%s is refused for %s', async (text, path, says) => {
    const { code, errors } = await problemOf(await post(text));
    expect(code).toBe('invalid-parameter');
    expect(errors?.find((error) => error.path === path)?.message).toContain(says);
  });

  test('of more than 64 KiB is 413, and no more of it is read', async () => {
    const fits = `{"kind":"good"${' '.repeat(64 * 1024 - 15)}}`;
    expect((await post(fits)).status).toBe(201);
    const large = await post(`${fits} `);
    expect((await problemOf(large)).code).toBe('payload-too-large');
    expect(large.status).toBe(413);
    expect((await post('{}', 'application/json', { 'content-length': '65537' })).status).toBe(413);

    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(32));
      },
    });
    expect((await post(endless)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  test('that breaks off is no failure of ours', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    expect((await problemOf(await post(broken))).code).toBe('malformed-json');
    expect(notes.logged.join()).not.toContain('reset');
  });
});
