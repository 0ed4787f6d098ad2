import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { content } from './content.ts';

let http: HttpClient;
beforeAll(async () => {
  http = await httpClient({ ...content, 'lost/metadata.yml': 'parent: gone\n' });
});

const url = (query: Record<string, string>, scope = 'shop') =>
  `/api/v1/scopes/${scope}/find?${new URLSearchParams(query)}`;
const markdown = async (query: Record<string, string>, scope?: string) =>
  (await http.get(url(query, scope), { accept: 'text/markdown' })).text();

describe('GET /scopes/{scope}/find', () => {
  test('gives the categories that fit with all that an agent chooses by', async () => {
    const answer = await http.get(url({ task: 'paginated lists', files: 'db/1.sql' }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({
      scope_name: 'shop',
      for_files: [
        {
          category: 'data.sql',
          when: null,
          paths: ['*.sql'],
          see: [],
          katas: [],
          fits: true,
          score: expect.any(Number),
          tokens: 7,
          rule: null,
        },
      ],
      results: [
        {
          category: 'api.http',
          when: 'When adding or changing an HTTP endpoint',
          paths: ['src/api/**'],
          see: ['api.errors'],
          katas: [{ name: 'add-endpoint', when: null }],
          fits: true,
          score: expect.any(Number),
          tokens: 18,
          rule: 'Page lists with an opaque cursor',
        },
      ],
      own: ['ui.forms'],
      more: 4,
    });
  });

  test('is a narrowed index as Markdown, with whole names, and says how to see the others', async () => {
    expect(
      await markdown({ task: 'HTTP endpoint, errors, releases', files: 'CHANGELOG.md,src/api/orders.ts' }),
    ).toMatchInlineSnapshot(`
      "# Categories of scope shop that fit

      For your files:

      - \`api.http\`: When adding or changing an HTTP endpoint (\`src/api/**\`) — katas: \`add-endpoint\`
      - \`delivery.release\`: When main is green (katas only) — katas: \`cut-release\` (\`CHANGELOG.md\`)

      Fits:

      - \`api.errors\`: When an endpoint can answer with an error

      Also of shop itself: ui.forms

      Nothing else of 6 categories matches these words.
      "
    `);
    expect(await markdown({ task: 'tag' })).toMatchInlineSnapshot(`
      "# Categories of scope shop that fit

      Fits:

      - \`delivery.release\`: When main is green (katas only) — katas: \`cut-release\` (\`CHANGELOG.md\`)

      Also of shop itself: ui.forms

      Nothing else of 6 categories matches these words.
      "
    `);
    expect(await markdown({ files: 'web/forms.ts' })).toMatchInlineSnapshot(`
      "# Categories of scope shop that fit

      Fits:

      - \`ui.forms\`: When asking for input

      Nothing else of 6 categories matches these words.
      "
    `);
    expect(await markdown({ task: 'xylophone' })).toMatchInlineSnapshot(`
      "# Categories of scope shop that fit

      Nothing fits these words well.

      Also of shop itself: ui.forms
      "
    `);
  });

  test('finds what is meant in other forms of a word, and in the parts of identifiers and paths', async () => {
    const first = async (query: Record<string, string>) =>
      (await jsonOf<{ results: { category: string }[] }>(http.get(url(query)))).results[0]?.category;
    expect(await first({ task: 'a listing' })).toBe('api.http');
    expect(await first({ task: 'created' })).toBe('api.http');
    expect(await first({ task: 'CREATEDAT' })).toBe('api.http');
    expect(await first({ task: 'label_all_fields' })).toBe('ui.forms');
    expect(await first({ files: 'lib/problemDetails.ts' })).toBe('api.errors');
    // As the scope that was asked for renders it.
    expect(await first({ task: 'checkout' })).toBe('api.http');
  });

  test('begins with what is missing, and reports texts that failed where it shows them', async () => {
    const gap = /^> \*\*Incomplete:\*\* the rules of `gone` are missing:/;
    expect(await markdown({ task: 'anything' }, 'lost')).toMatch(gap);
    const lost = await jsonOf<{ warnings: string[] }>(http.get(url({ task: 'anything' }, 'lost')));
    expect(lost.warnings[0]).toMatch(/^the rules of `gone` are missing/);
    const failing = await markdown({ task: 'carts' });
    expect(failing).toMatch(
      /^> \*\*Incomplete:\*\* 1 text could not be rendered: see Template Failures below\.\n\n/,
    );
    expect(failing).toContain('- `broken.when`\n');
    expect(failing).toContain('### when: broken.when when');
    expect(await markdown({ task: 'parameters' })).not.toMatch(/Incomplete|Template Failures/);
    const all = await jsonOf<{ template_failures?: unknown }>(http.get(url({ task: 'parameters' })));
    expect(all.template_failures).toBeUndefined();
  });

  test.each([
    ['nothing', {}, 'task', /Neither a task nor files/],
    ['blank texts', { task: '  ', files: ' , ' }, 'task', /Neither a task nor files/],
    ['no results', { task: 'a', max_results: '0' }, 'max_results', /a whole number from 1 to 50/],
    ['51 results', { task: 'a', max_results: '51' }, 'max_results', /a whole number from 1 to 50/],
    ['"ten" results', { task: 'a', max_results: 'ten' }, 'max_results', /a whole number from 1 to 50/],
    ['1.5 results', { task: 'a', max_results: '1.5' }, 'max_results', /a whole number from 1 to 50/],
    ['10,001 characters of files', { files: 'a,'.repeat(5001) }, 'files', /at most 200 paths/],
    ['201 files', { files: Array.from({ length: 201 }, (_, at) => `f${at}`).join() }, 'files', /at most 200/],
  ])('refuses %s', async (_, query, path, says) => {
    const problem = await problemOf(await http.get(url(query as unknown as Record<string, string>)));
    expect(problem).toMatchObject({
      code: 'invalid-parameter',
      status: 400,
      detail: expect.stringMatching(says),
    });
    expect(problem.errors?.map((error) => error.path)).toEqual([path]);
  });

  test('answers 404 for an unknown scope, 304 for what a client has, and one key given twice as one list', async () => {
    expect((await problemOf(await http.get(url({ task: 'a' }, 'nowhere')))).code).toBe('scope-not-found');
    const answer = await http.get(url({ task: 'errors' }));
    const again = await http.get(url({ task: 'errors' }), {
      'if-none-match': answer.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
    const two = await jsonOf<{ for_files: unknown[] }>(
      http.get('/api/v1/scopes/shop/find?files=db/1.sql&files=src/api/x.ts'),
    );
    expect(two.for_files).toHaveLength(2);
  });
});
