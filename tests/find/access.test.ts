import { beforeAll, expect, test } from 'vitest';
import type { Claims } from '../../src/model/claims.ts';
import type { Service } from '../../src/service/service.ts';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';

const hidden = 'auth: {accepted_roles: [owner], roles_claim: roles}\n';

let service: Service;
beforeAll(async () => {
  ({ service } = await testService({
    'open/commandments.yml': 'a: {ruleset: [Everybody counts carts]}\n',
    'secret/metadata.yml': hidden,
    'secret/commandments.yml': 'b: {ruleset: [Owners count carts in the vault]}\n',
    'child/metadata.yml': 'parents: [open, secret]\n',
    'broken/metadata.yml': hidden,
    'broken/commandments.yml': 'c: {ruleset: [Say this: carts]}\n',
  }));
});

/** What a search of all scopes gives to who has these roles. */
async function search(words: string, claims: Claims | null) {
  const text = await ask(service.for({ hops: [], claims }), 'search_scopes', { words });
  const { hits, warnings } = JSON.parse(text);
  return { hits: hits.map((hit: object) => ({ ...hit, score: 0, origin: 0 })), warnings, text };
}

test('what a caller may not see is never found, whoever searched before', async () => {
  const open = { category: 'a', text: 'Everybody counts carts', origin: 0, score: 0 };
  const secret = { category: 'b', text: 'Owners count carts in the vault', origin: 0, score: 0 };
  for (let round = 0; round < 2; round++) {
    const all = await search('counting carts', { roles: ['owner'] });
    expect(all.hits).toEqual([
      { ...open, scopes: ['child', 'open'] },
      { ...secret, scopes: ['child', 'secret'] },
    ]);
    expect(all.warnings).toEqual([expect.stringContaining('Scope "broken" has invalid content')]);
    const own = await search('counting carts', { roles: ['reader'] });
    expect(own.hits).toEqual([{ ...open, scopes: ['open'] }]);
    expect(own.text).not.toMatch(/secret|child|broken|vault/);
    expect((await search('vault', { roles: [] })).hits).toEqual([]);
    const find = ask(service.for({ hops: [], claims: { roles: [] } }), 'find_guidance', {
      scope_name: 'child',
      task: 'carts',
    });
    await expect(find).rejects.toMatchObject({ code: 'forbidden' });
  }
});
