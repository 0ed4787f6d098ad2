import { describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, smallContent } from './client.ts';

const html = { accept: 'text/html' };
const markdown = { accept: 'text/markdown' };

async function statuses(client: HttpClient, paths: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  for (const path of paths) found.push((await client.get(path)).status);
  return found;
}

describe('answers that are kept for a scope', () => {
  const pairs = [
    ['/api/v1/scopes/shop/rules?categories=page%20', '/scopes/shop'],
    ['/api/v1/scopes/shop/katas?categories=page%20', '/scopes/shop/katas'],
  ] as const;

  test.each(pairs)('%s and the page %s do not take each other’s place', async (rest, page) => {
    for (const paths of [
      [rest, page],
      [page, rest],
    ]) {
      const client = await httpClient(smallContent);
      expect(await statuses(client, paths)).toEqual([200, 200]);
      expect((await client.get(page, html)).headers.get('content-type')).toContain('text/html');
      expect((await client.get(rest)).headers.get('content-type')).toContain('application/json');
    }
  });

  test('of katas are told apart where a category or a name has a slash', async () => {
    const client = await httpClient({
      'shop/katas.yml': 'a/b:\n  katas: {c: "1. Of a/b."}\na:\n  katas: {b/c: "1. Of a."}\n',
    });
    const kata = async (name: string) =>
      (await client.get(`/api/v1/scopes/shop/katas/${encodeURIComponent(name)}`, markdown)).text();
    expect(await kata('c')).toBe('1. Of a/b.\n');
    expect(await kata('b/c')).toBe('1. Of a.\n');
  });
});
