// The least an MCP server on the same SDK can be: one tool, which gives the text of a file read at the start.
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

const file = process.env.BENCH_TEXT;
const text = file === undefined ? '' : readFileSync(file, 'utf8');
const inputSchema = toStandardJsonSchema(
  v.strictObject({ scope_name: v.optional(v.string()), categories: v.optional(v.string()) }),
);

serveStdio(() => {
  const server = new McpServer({ name: 'floor', version: '1.0.0' });
  server.registerTool('get_rules', { description: 'A text from memory.', inputSchema }, async () => ({
    content: [{ type: 'text', text }],
  }));
  return server;
});
