// A bare hono route on node-server: the bytes of a file with an ETag, and 304 for who has them.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const body = readFileSync(process.env.BENCH_TEXT ?? '', 'utf8');
const etag = '"floor"';
const app = new Hono();
app.get('/rules', (context) => {
  if (context.req.header('if-none-match') === etag) return context.body(null, 304, { ETag: etag });
  return context.body(body, 200, { 'Content-Type': 'application/json', ETag: etag });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.stderr.write(`floor: listening on http://127.0.0.1:${port}\n`);
});
