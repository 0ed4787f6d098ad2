import { swaggerUI } from '@hono/swagger-ui';
import type { Handler } from 'hono';
import { Fault } from '../../../model/fault.ts';
import { version } from '../../../model/version.ts';
import { taggedResponse } from '../answer-response.ts';
import { mainMenu } from '../explorer/main-menu.ts';
import { belowPrefix } from '../guard/below-prefix.ts';

/** The bytes of a file that ships with the program, by its path there (`swagger-ui/swagger-ui.css`); null without it. */
export type ReadAsset = (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;

const contentTypes: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'start.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
};

/** The files that are ours, loaded with the first request for one. */
const ownFiles: Readonly<Record<string, () => Promise<string>>> = {
  'start.js': async () => (await import('./docs-script.ts')).docsScript,
  'docs.css': async () => (await import('./docs-style.ts')).docsStyle,
};

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI sets style attributes.
  "style-src 'self' 'unsafe-inline'",
  // Its stylesheet holds icons as data: URLs.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** GET /docs: Swagger UI over /openapi.json, from our own files only. `prefix` is what a proxy takes off their paths. */
export function docsPage(prefix: string): Handler {
  const asset = (name: string) => `/swagger-ui/${name}?v=${version}`;
  const page = swaggerUI({
    title: 'Precept API',
    url: '/openapi.json',
    manuallySwaggerUIHtml: () => `
          <link rel="icon" type="image/png" href="${asset('favicon-32x32.png')}">
          <link rel="stylesheet" href="${asset('swagger-ui.css')}">
          <link rel="stylesheet" href="${asset('docs.css')}">
          <a class="skip" href="/docs#swagger-ui">Skip to content</a>
          <header class="top"><div class="inner">
          <a class="brand" href="/">Precept</a>
          <h1 class="hidden-text">Precept API</h1>
          <nav aria-label="Main">
          ${Object.values(mainMenu)
            .map(({ text, href }) => `<a href="${href}">${text}</a>`)
            .join('\n          ')}
          <a href="/docs" aria-current="page">API</a>
          </nav></div></header>
          <div id="swagger-ui" tabindex="-1"><noscript><p>This page needs JavaScript; the document itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript></div>
          <script src="${asset('swagger-ui-bundle.js')}"></script>
          <script src="${asset('start.js')}"></script>`,
  });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
    'Cache-Control': 'no-cache',
  };
  return async (context, next) => {
    const written = await page(context, next);
    const html = written ? await written.text() : '';
    return taggedResponse(belowPrefix(html, prefix), headers, context.req.raw);
  };
}

/** GET /swagger-ui/<name>: the page's files; their URLs carry the version, so browsers may keep them. */
export function swaggerAsset(readAsset: ReadAsset): Handler {
  return async (context) => {
    const name = context.req.param('name') ?? '';
    const contentType = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined;
    const own = Object.hasOwn(ownFiles, name) ? await ownFiles[name]?.() : undefined;
    const bytes = own ?? (contentType && (await readAsset(`swagger-ui/${name}`)));
    if (!contentType || !bytes) throw new Fault('not-found', 'There is no such file.');
    const headers = {
      'Content-Type': contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    return taggedResponse(bytes, headers, context.req.raw);
  };
}
