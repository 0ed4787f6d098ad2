import { expect, test } from 'vitest';
import { createHttpApp } from '../../src/faces/http/app.ts';
import { reader, startServer } from '../federation/servers.ts';
import { origin } from '../http/client.ts';
import { idsOf } from '../support/rule-id.ts';

const content = {
  'acme/metadata.yml': 'description: All of us\n',
  'acme/suggestions.yml': 'style:\n  ruleset: [Use tabs, "Ask {{ who }}"]\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/suggestions.yml': 'style:\n  ruleset: [Use spaces]\n',
};
const [tabs = ''] = idsOf('suggestions', ['Use tabs']);

async function pagesOf(urls: readonly string[], files = {}) {
  const { service } = await reader([...urls], files);
  const app = createHttpApp(service, { readAsset: async () => null });
  app.listensOn({ host: '127.0.0.1', port: 8000 });
  return async (path: string) => {
    const response = await app.fetch(new Request(origin + path, { headers: { accept: 'text/html' } }));
    return (await response.text()).replace(/\s+/g, ' ');
  };
}

test('scopes of a master show lineage, what they replaced, and where it is written, like local ones', async () => {
  const master = await startServer(content);
  const open = await pagesOf([master.url]);
  const start = await open('/');
  expect(start).toContain('aria-label="shop, inherits from acme"');
  expect(await open('/scopes/acme')).toContain('Inherited by</dt><dd><a href="/scopes/shop">');
  const shop = await open('/scopes/shop');
  expect(shop).toMatch(/Inherits from<\/dt><dd><a href="\/scopes\/acme">acme<\/a>/);
  expect(shop).toContain('2 suggestions are replaced');
  // As it is written there: a template of a master is not rendered to be struck out.
  expect(shop).toContain('<p>Ask {{ who }}</p>');
  expect(shop).toMatch(/Use tabs[\s\S]*?replaced by <strong>shop<\/strong>/);
  expect(shop).toContain(`<a href="${master.url}/scopes/acme/source/suggestions.yml#L2">`);
  expect(shop).toContain(`href="/scopes/shop/rules/${tabs}"`);
  expect(await open(`/scopes/shop/rules/${tabs}`)).toContain('What http');
});

test('a local child shows it too', async () => {
  const far = await startServer(content);
  const open = await pagesOf([far.url], {
    'web/metadata.yml': 'parent: shop\n',
    'web/suggestions.yml': 'style:\n  ruleset: [Use what the editor has]\n',
  });
  const web = await open('/scopes/web');
  expect(web).toContain('3 suggestions are replaced');
  expect(web).toMatch(/Use spaces[\s\S]*?replaced by <strong>web<\/strong>/);
  expect(web).toMatch(/Use tabs[\s\S]*?replaced by <strong>shop<\/strong>/);
});
