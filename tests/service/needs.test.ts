import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createPluginHost } from '../../src/plugins/host.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { ask } from '../../src/service/ask.ts';
import { defineOperation, defineScopeOperation } from '../../src/service/operation.ts';
import { listScopes } from '../../src/service/operations/list-scopes.ts';
import type { Basis } from '../../src/service/parts/basis.ts';
import { contentFor } from '../../src/service/parts/content.ts';
import { scopesFor } from '../../src/service/runtime/access.ts';
import { createLocalLayers } from '../../src/service/runtime/content/local-layers.ts';
import { createScopeResolver } from '../../src/service/runtime/content/scope-resolver.ts';
import { createVision } from '../../src/service/runtime/vision.ts';
import { tempFolder } from '../support/folder.ts';
import { testConfig } from '../support/service.ts';

async function basisOver(rulesPath: string): Promise<Basis> {
  const cwd = await tempFolder();
  const log = createLogger('error', () => {});
  const plugins = createPluginHost({ enabled: [], folder: cwd, log, cwd, env: {} });
  return { config: testConfig(rulesPath, cwd, {}), log, plugins, isAdmin: true };
}

test('an operation answers with the parts of the service that it names, where there are no others', async () => {
  const rulesPath = await tempFolder({ 'shop/metadata.yml': 'name: shop\ndescription: A shop.\n' });
  const basis = await basisOver(rulesPath);
  const { config, log } = basis;
  const local = createLocalLayers(rulesPath, 60);
  const resolver = createScopeResolver({ local, masters: null, cacheTtlSeconds: 60, maxDepth: 10, log });
  const scopes = scopesFor(resolver, local, ['here'], { claims: null, network: false, issuer: null });
  const absent = async () => null;
  const shared = {
    ...{ config, content: rulesPath, vision: createVision(config) },
    ...{ authorship: absent, checkoutFiles: absent, folderTrouble: absent },
  };
  const service = { ...basis, ...contentFor(shared, scopes, null) };
  const { data } = await ask(listScopes, { details: true }, service);
  expect(data).toMatchObject([{ name: 'shop', description: 'A shop.', sources: ['local'] }]);
});

const plain = {
  name: 'plain',
  title: 'Plain',
  description: 'Plain.',
  input: v.strictObject({}),
  output: v.unknown(),
  http: null,
  mcp: null,
  cli: null,
} as const;

test('the compiler refuses what an operation does not name', () => {
  const outside = defineOperation({
    ...plain,
    needs: ['scopes'],
    // @ts-expect-error: it names the scopes alone.
    run: async (_input, service) => ({ data: await service.usage.lines(), presentation: null }),
  });
  const kept = defineScopeOperation({
    ...plain,
    needs: [],
    // @ts-expect-error: an answer that is kept by the results has to name them.
    madeFrom: 'scope and results',
    // @ts-expect-error: it names nothing.
    run: async (_input, { service }) => ({ data: await service.scopes(), presentation: null }),
  });
  // @ts-expect-error: there is no such member.
  const unknown = defineOperation({ ...plain, needs: ['nothing'], run: async () => done });
  expect([outside, kept, unknown].map(({ name }) => name)).toEqual(['plain', 'plain', 'plain']);
});

test('the compiler refuses to ask with less than an operation names', () => {
  // @ts-expect-error: the scopes are not there.
  const asking = (service: Basis) => ask(listScopes, { details: false }, service);
  expect(asking).toBeTypeOf('function');
});

const done = { data: null, presentation: null };
