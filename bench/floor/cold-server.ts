// The start-up floor that also parses the YAML files of some folders when its tool is called.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { parse } from 'yaml';

const folders = (process.env.BENCH_FOLDER ?? '.').split(path.delimiter);
const inputSchema = toStandardJsonSchema(v.strictObject({ scope_name: v.optional(v.string()) }));

serveStdio(() => {
  const server = new McpServer({ name: 'floor', version: '1.0.0' });
  server.registerTool('get_rules', { description: 'Parses YAML.', inputSchema }, async () => {
    const files = folders.flatMap((folder) =>
      readdirSync(folder)
        // No answer reads those two.
        .filter((name) => name.endsWith('.yml') && name !== 'tests.yml' && name !== 'evals.yml')
        .map((name) => path.join(folder, name)),
    );
    const parsed = files.map((file) => parse(readFileSync(file, 'utf8')));
    return { content: [{ type: 'text', text: `${parsed.length} files` }] };
  });
  return server;
});
