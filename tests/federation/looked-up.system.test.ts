import { expect, test } from 'vitest';
import { ask } from '../../src/service/ask.ts';
import type { Operation } from '../../src/service/operation.ts';
import { exploreChildren } from '../../src/service/operations/explorer/explore-children.ts';
import { exploreScopes } from '../../src/service/operations/explorer/explore-scopes.ts';
import { bundle, json, localContent, reader, startStub } from './servers.ts';

const names = Array.from({ length: 1500 }, (_, at) => `s${at}`);

test.each<[string, Operation, Record<string, unknown>]>([
  ['the start page', exploreScopes, {}],
  ['the page of a scope', exploreChildren, { scope_name: 'shop' }],
])('%s asks a master that lists 1,500 scopes for 1,000 of them', async (_, operation, input) => {
  const stub = await startStub(
    json((path: string) => {
      if (path.endsWith('/scopes')) return names;
      const name = /\/scopes\/(s\d+)\//.exec(path)?.[1];
      return name === undefined ? undefined : bundle(name);
    }),
  );
  const own = await reader([stub.url], localContent, { remote_timeout_seconds: 60 });
  await ask(operation, input, own.service);
  const asked = new Set(stub.seen.map(({ path }) => path).filter((path) => /\/scopes\/s\d+\//.test(path)));
  expect(asked.size).toBeGreaterThan(900);
  expect(asked.size).toBeLessThanOrEqual(1000);
});
