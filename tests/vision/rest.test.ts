import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { acFilters, files, refusals, storyFilters, validationFilters, visionFolder } from './world.ts';

const scopes = Object.fromEntries(
  Object.entries(files).flatMap(([name, text]) => (name.startsWith('rules/') ? [[name.slice(6), text]] : [])),
);

async function open(): Promise<{ client: HttpClient; log: string }> {
  const log = path.join(await visionFolder(), '.precept/validation.jsonl');
  return { client: await httpClient(scopes, { validation_file: log }), log };
}

/** What the tests look at in the three answers. */
interface Body {
  readonly scope_name: string;
  readonly stories: readonly { readonly id: string }[];
  readonly acs: readonly { readonly ref: string; readonly status: string }[];
  readonly validated: number;
  readonly total: number;
  readonly template_failures?: readonly object[];
}

let client: HttpClient;
beforeAll(async () => {
  ({ client } = await open());
});

function url(what: string, query: Readonly<Record<string, string>> = {}, scope = 'shop'): string {
  return `/api/v1/scopes/${scope}/tenka/${what}?${new URLSearchParams(query)}`;
}

async function json(what: string, query: Readonly<Record<string, string>> = {}): Promise<Body> {
  const response = await client.get(url(what, query), { accept: 'application/json' });
  expect(response.status).toBe(200);
  return jsonOf<Body>(response);
}

describe('REST', () => {
  test.each(storyFilters)('stories with %j', async (query, ids) => {
    const { stories } = await json('stories', query);
    expect(stories.map(({ id }) => id)).toEqual(ids);
  });
  test.each(acFilters)('acceptance criteria with %j', async (query, refs) => {
    const { acs } = await json('acs', query);
    expect(acs.map(({ ref }) => ref)).toEqual(refs);
  });
  test.each(validationFilters)('validation with %j', async (query, refs) => {
    const { acs, validated, total } = await json('validation', query);
    expect(acs.map(({ ref }) => ref)).toEqual(refs);
    expect(total).toBe(refs.length);
    expect(validated).toBe(acs.filter(({ status }) => status === 'validated').length);
  });

  test.each(refusals)('%s with %j is refused as %s', async (what, query, code, says) => {
    const problem = await problemOf(await client.get(url(what, query)));
    expect(problem.code).toBe(code);
    expect(problem.status).toBe(code === 'invalid-parameter' ? 400 : 404);
    expect(problem.detail).toMatch(says);
  });

  test('a list may be repeated, a boolean is one', async () => {
    const twice = await client.get(`${url('acs')}stories=US1&stories=US2`, { accept: 'application/json' });
    expect((await jsonOf<Body>(twice)).acs).toHaveLength(4);
    const problem = await problemOf(await client.get(url('stories', { include_inactive: 'yes' })));
    expect(problem).toMatchObject({ status: 400, detail: expect.stringContaining('include_inactive') });
  });

  test('a scope that is unknown or broken is not served', async () => {
    expect((await problemOf(await client.get(url('stories', {}, 'shpo')))).code).toBe('scope-not-found');
    const broken = await problemOf(await client.get(url('validation', {}, 'broken')));
    expect(broken.code).toBe('invalid-content');
    expect(broken.errors?.[0]?.path).toBe('broken/tenka.yml:2:40');
  });

  test('stories are Markdown by default, and JSON in their shape', async () => {
    const markdown = await client.get(url('stories', { tags: 'refunds' }));
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toMatchInlineSnapshot(`
      "# User stories of shop

      ## US2 — refund part of an order

      - Who: shop agent
      - What: refund part of an order
      - Why: the customer has the money back
      - Status: not_validated, has_manual
      - Tags: refunds
      - Acceptance criteria: 3
      "
    `);
    const { scope_name, stories } = await json('stories', { tags: 'refunds' });
    expect(scope_name).toBe('shop');
    expect(stories).toEqual([
      {
        id: 'US2',
        who: 'shop agent',
        what: 'refund part of an order',
        why: 'the customer has the money back',
        tags: ['refunds'],
        active: true,
        status: 'not_validated',
        automation: 'has_manual',
        acs: ['AC2.1', 'AC2.2', 'AC2.3'],
      },
    ]);
    expect((await client.get(url('stories'), { accept: 'application/yaml' })).status).toBe(406);
  });

  test('acceptance criteria keep an expression that fails, and say so', async () => {
    const markdown = await client.get(url('acs', { stories: 'US1' }));
    expect(await markdown.text()).toMatchInlineSnapshot(`
      "> **Incomplete:** 1 text could not be rendered: see Template Failures below.

      # Acceptance criteria of shop

      - \`AC1.1\` [validated, automated] Given a key that was answered when it comes again then it gets the first answer
      - \`AC1.2\` [not_validated, has_manual] Given a key with another body when it is sent then shop answers {{ missing }}

      ---

      <ignore-failed-template>

      ## Template Failures

      ### story: AC1.2 then

      - Error: "missing" is not defined; define it or write {{ missing | default('…') }}
      - Variable: missing
      - Template: \`{{ missing }}\`

      </ignore-failed-template>
      "
    `);
    const { acs, template_failures } = await json('acs', { stories: 'US1' });
    expect(acs[1]).toEqual({
      ref: 'AC1.2',
      story: 'US1',
      given: 'a key with another body',
      when: 'it is sent',
      // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
      then: 'shop answers {{ missing }}',
      tags: [],
      active: true,
      status: 'not_validated',
      automation: 'has_manual',
      checks: [
        {
          ...{ kind: 'automated', text: 'refuses', passed: false, state: 'failed', message: null },
          ...{ last_run: '2026-11-23T10:00:00.000Z', source: 'r.xml sha256:0000000000000003' },
        },
        {
          ...{ kind: 'manual', text: 'Tried it', passed: true, state: 'passed' },
          ...{ last_run: null, source: null, message: null },
        },
      ],
    });
    expect(template_failures).toMatchObject([{ element_type: 'story', variable_name: 'missing' }]);
  });

  test('validation lists each check with its result', async () => {
    expect(
      await (await client.get(url('validation', { acs: 'AC2.1,AC1.1,AC1.2' }))).text(),
    ).toMatchInlineSnapshot(`
      "# Validation of shop

      1 of 3 acceptance criteria are validated.

      - \`AC1.1\` [validated, automated]
        - passed: \`replays\` (2026-11-21, r.xml)
      - \`AC1.2\` [not_validated, has_manual]
        - failed: \`refuses\` (2026-11-23, r.xml)
        - passed: \`Tried it\` (manual)
      - \`AC2.1\` [not_validated, automated]
        - passed: \`books\` (2026-11-24, r.xml)
        - failed: \`books twice\` (2026-11-26, r.xml)
      "
    `);
  });

  test('new results are served at once, under a new tag', async () => {
    const own = await open();
    const get = (headers = {}) => own.client.get(url('validation'), headers);
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    const line = {
      timestamp: '2026-12-01T00:00:00Z',
      scope: 'shop',
      ac: 'AC2.1',
      check: 'books twice',
      passed: true,
      source: 'x',
    };
    await appendFile(own.log, `\n${JSON.stringify(line)}\n`);
    const second = await get({ 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(await first.text()).toContain('2 of 4');
    expect(await second.text()).toContain('3 of 4');
  });
});
