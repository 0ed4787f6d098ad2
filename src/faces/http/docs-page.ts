import { swaggerUI } from '@hono/swagger-ui';
import type { Handler } from 'hono';
import { Fault } from '../../model/fault.ts';
import { version } from '../../model/version.ts';
import { taggedResponse } from './answer-response.ts';

/** The bytes of a file that ships with the program, by its path there (`swagger-ui/swagger-ui.css`); null without it. */
export type ReadAsset = (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;

const contentTypes: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'start.js': 'text/javascript; charset=utf-8',
};

// In a file of its own, because the page's policy allows no inline script.
const startScript = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

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

/** GET /docs: Swagger UI over /openapi.json, from our own files only. */
export function docsPage(): Handler {
  const asset = (name: string) => `/swagger-ui/${name}?v=${version}`;
  const page = swaggerUI({
    title: 'Precept API',
    url: '/openapi.json',
    manuallySwaggerUIHtml: () => `
          <link rel="icon" type="image/png" href="${asset('favicon-32x32.png')}">
          <link rel="stylesheet" href="${asset('swagger-ui.css')}">
          <div id="swagger-ui"></div>
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
    return taggedResponse(written ? await written.text() : '', headers, context.req.raw);
  };
}

/** GET /swagger-ui/<name>: the page's files; their URLs carry the version, so browsers may keep them. */
export function swaggerAsset(readAsset: ReadAsset): Handler {
  return async (context) => {
    const name = context.req.param('name') ?? '';
    const contentType = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined;
    const bytes = name === 'start.js' ? startScript : contentType && (await readAsset(`swagger-ui/${name}`));
    if (!contentType || !bytes) throw new Fault('not-found', 'There is no such file.');
    const headers = {
      'Content-Type': contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    return taggedResponse(bytes, headers, context.req.raw);
  };
}
