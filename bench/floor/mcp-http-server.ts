// The least an MCP server over HTTP on the same SDK can be: hono, and one tool, which gives the text of a file read at the start.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { Hono } from 'hono';
import * as v from 'valibot';

const text = readFileSync(process.env.BENCH_TEXT ?? '', 'utf8');
const inputSchema = toStandardJsonSchema(
  v.strictObject({ scope_name: v.optional(v.string()), categories: v.optional(v.string()) }),
);
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'floor', version: '1.0.0' });
  server.registerTool('get_rules', { description: 'A text from memory.', inputSchema }, async () => ({
    content: [{ type: 'text', text }],
  }));
  return server;
});
const app = new Hono();
app.all('/mcp', (context) => handler.fetch(context.req.raw));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.stderr.write(`floor: listening on http://127.0.0.1:${port}\n`);
});
