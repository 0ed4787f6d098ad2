import { expect, test } from 'vitest';
import { reader, rulesOf, startServer } from './servers.ts';

const master = () =>
  startServer(
    {
      'shop/metadata.yml': 'tags: {team: master}\n',
      'shop/commandments.yml':
        'a:\n  when: When in {{ DATA_REGION | default("nowhere") }}\n  ruleset:\n    - Keep data in {{ LOG_LEVEL }}, {{ scope.tags.team }}, {{ scope.sources | length }}\n    - "{{ secret_of_master }}"\n',
    },
    { log_level: 'error' },
  );

test('a master’s rule reads differently on two readers: each renders it with its own values', async () => {
  const { url } = await master();
  const one = await reader([url], { 'shop/metadata.yml': 'tags: {team: one}\n' }, { log_level: 'debug' });
  const two = await reader([url], {}, { log_level: 'info' });
  const [ofOne, ofTwo] = [await rulesOf(one), await rulesOf(two)];
  expect(ofOne.commandments.a?.rules).toEqual(['Keep data in debug, one, 2']);
  expect(ofTwo.commandments.a?.rules).toEqual(['Keep data in info, master, 1']);
  // What only the master knows stays with the master.
  for (const { template_failures } of [ofOne, ofTwo])
    expect(template_failures).toMatchObject([{ element_identifier: 'a rule #2' }]);
  expect((await rulesOf(one, 'shop', true)).commandments.a?.rules[0]).toContain('{{ LOG_LEVEL }}');
});

test('no value of a reader is ever sent to a master', async () => {
  const server = await master();
  const own = await reader(
    [server.url],
    {},
    {
      log_level: 'debug',
      default_scope: 'own-secret-scope',
      rules_markdown_prologue: 'own-secret-prologue',
      enabled_plugins: ['git.context', 'fs.context'],
    },
  );
  await rulesOf(own);
  await own.service.scopes();
  await own.service.reload();
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/scopes/shop/bundle',
    'GET /api/v1/scopes',
    'POST /api/v1/reload',
  ]);
  const usual = [
    'accept',
    'accept-encoding',
    'accept-language',
    'cdn-loop',
    'connection',
    'content-length',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ];
  for (const { headers } of server.seen) {
    expect(Object.keys(headers).filter((name) => !usual.includes(name))).toEqual([]);
    expect(headers['cdn-loop']).toMatch(/^precept-[0-9a-f]{16}$/);
    expect(JSON.stringify(headers)).not.toContain('own-secret');
  }
});
