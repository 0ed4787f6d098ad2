import { expect, test } from 'vitest';
import { version } from '../../src/model/version.ts';
import { asked, json, localContent, reader, rulesOf, startStub } from './servers.ts';

test.each([[null], ['team-blue/laptop']])('every request to a master says who asks (%s)', async (name) => {
  const master = await startStub(json((path: string) => (path === '/api/v1/scopes' ? [] : undefined)));
  const own = await reader([master.url], localContent, {
    reader_name: name,
    feedback_forward: true,
    cache_ttl_seconds: 0,
  });
  await rulesOf(own);
  await own.service.scopes();
  await own.service.reload();
  own.service.feedback.resume();
  const report = { type: 'missed_categories', task: 'x', categories: ['a'], reason: 'y' };
  await asked(own, 'submit_feedback', report);
  await expect.poll(() => master.seen.some(({ path }) => path === '/api/v1/feedback')).toBe(true);
  expect(new Set(master.seen.map(({ path }) => path.split('?')[0]))).toEqual(
    new Set([
      '/api/v1/scopes/shop/bundle',
      '/api/v1/scopes/shop/rules',
      '/api/v1/scopes/shop/katas',
      '/api/v1/scopes/shop/tenka/stories',
      '/api/v1/scopes/shop/tenka/acs',
      '/api/v1/scopes',
      '/api/v1/reload',
      '/api/v1/feedback',
    ]),
  );
  for (const { headers } of master.seen) {
    expect(headers['user-agent']).toBe(`precept/${version}`);
    expect(headers['precept-reader']).toBe(name ?? undefined);
  }
  await own.service.close();
});
