import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createHttpApp } from '../../src/faces/http/app.ts';
import { reader, startServer } from '../federation/servers.ts';
import { type HttpClient, httpClient, origin } from '../http/client.ts';
import { idsOf } from '../support/rule-id.ts';

const [must = '', same = ''] = idsOf('commandments', [
  'Page lists by {{ page_size | default(50) }}',
  'Say so',
]);
const [should = '', own = '', failing = ''] = idsOf('suggestions', [
  'Use tabs',
  'Use spaces',
  'Ask {{ nobody }}',
]);

const content = {
  'acme/commandments.yml': 'api:\n  ruleset: ["Page lists by {{ page_size | default(50) }}", Say so]\n',
  'acme/suggestions.yml': 'style:\n  ruleset: [Use tabs]\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/commandments.yml': `api:\n  ruleset: [Say so, Say so]\nother:\n  ruleset: [Say so]\n${same}:\n  ruleset: [Its name is an id]\n`,
  'shop/suggestions.yml': 'style:\n  ruleset: [Use spaces, "Ask {{ nobody }}"]\n',
  'broken/commandments.yml': 'a:\n  ruleset: ["x": 1]\n',
};

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(content);
});

const open = async (path: string, from: Pick<HttpClient, 'get'> = client) => {
  const response = await from.get(path, { accept: 'text/html' });
  return { status: response.status, text: (await response.text()).replace(/\s+/g, ' ') };
};
const steps = (text: string) =>
  [...text.matchAll(/<li(?: class="without")?> ?<p>(.*?)<\/p>/g)].map(([, line = '']) =>
    line
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );

test('each rule has its id as anchor once, and leads to its page', async () => {
  const { text } = await open('/scopes/shop');
  for (const id of [must, same, own]) {
    expect(text.split(`id="${id}"`), id).toHaveLength(2);
    expect(text).toContain(`href="/scopes/shop/rules/${id}"`);
  }
  // What is replaced is not there to be pointed at, and is explained too.
  expect(text).not.toContain(`id="${should}"`);
  expect(text).toContain(`href="/scopes/shop/rules/${should}"`);
});

test('a page shows the way of a rule through the scopes, and the values that it uses', async () => {
  const { text } = await open(`/scopes/shop/rules/${must}`);
  expect(text).toContain('Page lists by 50');
  expect(text).toContain('<pre dir="auto">Page lists by {{ page_size | default(50) }}</pre>');
  expect(text).toMatch(/<code>page_size<\/code><\/th><td>none<\/td><td>unset<\/td>/);
  expect(steps(text)).toEqual(['acme served', 'shop does not have it']);
  expect(text).toContain('href="/scopes/acme/source/commandments.yml#L2"');
  expect(text).toContain(`href="/scopes/shop#${must}"`);
});

test('what another stands for says which, by strength, category and scope', async () => {
  const replaced = await open(`/scopes/shop/rules/${should}`);
  expect(steps(replaced.text)).toEqual(['acme replaced by shop, shop/suggestions.yml:2', 'shop replaces it']);
  expect(replaced.text).toMatch(/<span class="badge bad">not served<\/span>/);
  const again = await open(`/scopes/shop/rules/${same}`);
  expect(again.text.match(/<section class="category"/g)).toHaveLength(2);
  expect(again.text).not.toContain('Its name is an id');
  expect(steps(again.text).slice(0, 3)).toEqual([
    'acme served',
    'shop same as acme, acme/commandments.yml:2',
    'shop same as acme, acme/commandments.yml:2',
  ]);
  expect((await open(`/scopes/shop/rules/${failing}`)).text).toContain('nobody');
});

test('what is no rule of the scope is not found, whatever it looks like', async () => {
  for (const id of ['0000000000', 'style', 'Use%20tabs', same.toUpperCase(), `${same}0`, own])
    expect((await open(`/scopes/acme/rules/${id}`)).status, id).toBe(404);
  expect((await open(`/scopes/nobody/rules/${must}`)).status).toBe(404);
  const broken = await open(`/scopes/broken/rules/${must}`);
  expect([broken.status, broken.text]).toEqual([500, expect.stringContaining('broken cannot be served')]);
});

test('a rule of a master is shown with the word of that master', async () => {
  const master = await startServer(content);
  const { service } = await reader([master.url], { 'shop/commandments.yml': 'api:\n  ruleset: [Say so]\n' });
  const app = createHttpApp(service, { readAsset: async () => null });
  app.listensOn({ host: '127.0.0.1', port: 8000 });
  const get = async (path: string, headers = {}) => app.fetch(new Request(origin + path, { headers }));
  const { text } = await open(`/scopes/shop/rules/${should}`, { get });
  expect(text).toContain(`<h2>What ${master.url} says</h2>`);
  expect(steps(text)).toEqual([`acme replaced by shop, ${master.url} shop/suggestions.yml:2`]);
  const [ours = ''] = text.split('What http');
  expect(ours).toContain('not served');
  const both = await open(`/scopes/shop/rules/${same}`, { get });
  expect(steps(both.text.split('<h2>What http')[0] ?? '')[0]).toMatch(/^acme served|^shop served/);
});

test('each check has its state by the files of a checkout that is at hand, and no linter runs', async () => {
  const linked = {
    'shop/commandments.yml':
      'code:\n  ruleset:\n    - {rule: Log, id: log, check: [{eslint: no-console}, {pattern: x, paths: [src/**]}]}\n    - {rule: Judge, id: judge, check: {review: true}}\n    - Say so\n',
  };
  const stands = (text: string) =>
    [...text.matchAll(/<span class="badge[ a-z]*">(enforced|stale|unverified|review)<\/span>/g)].map(
      ([, state]) => state,
    );
  const project = await httpClient(linked, { default_scope: 'shop' });
  const { checkout } = project.service.config;
  await writeFile(join(checkout, 'a.js'), '');
  await writeFile(join(checkout, '.eslintrc.json'), '{"rules": {"no-console": "off"}}');
  const { text } = await open('/scopes/shop', project);
  expect(stands(text)).toEqual(['stale', 'enforced', 'review']);
  expect(text).toContain('is off, or unknown, for any file of this checkout, by .eslintrc.json');
  expect(stands((await open('/scopes/shop/rules/log', project)).text)).toEqual(['stale', 'enforced']);
  // The page follows the files, which no watcher looks at.
  await writeFile(join(checkout, '.eslintrc.json'), '{"rules": {"no-console": "error"}}');
  expect(stands((await open('/scopes/shop', project)).text)).toEqual(['enforced', 'enforced', 'review']);
  await rename(join(checkout, '.eslintrc.json'), join(checkout, 'eslint.config.js'));
  const unread = await open('/scopes/shop/rules/log', project);
  expect(stands(unread.text)).toEqual(['unverified', 'enforced']);
  expect(unread.text).toContain('&quot;precept checks shop&quot; asks the linter');
  // The rules of a server that has no scope of its own are for no checkout here.
  expect(stands((await open('/scopes/shop', await httpClient(linked))).text)).toEqual([]);
});
