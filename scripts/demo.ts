// `npm run demo`: starts the built program as an agent host would and prints what an agent gets.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = fileURLToPath(new URL('..', import.meta.url));
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [path.join(root, 'dist/main.js'), '--config', path.join(root, 'examples/acme/settings.yml')],
  stderr: 'inherit',
});
const client = new Client({ name: 'demo', version: '1.0.0' });
await client.connect(transport);

const { tools } = await client.listTools();
console.log('Tools an agent finds:\n');
for (const tool of tools) console.log(`  ${tool.name}: ${tool.description}`);

await show('list_scopes', {});
await show('get_category_index', { scope_name: 'checkout' });
await show('get_rules', { scope_name: 'checkout', categories: 'api,testing' });
await client.close();

async function show(name: string, args: Record<string, string>): Promise<void> {
  const shown = Object.entries(args).map(([key, value]) => `${key}: "${value}"`);
  console.log(`\n${'─'.repeat(80)}\n${name}(${shown.join(', ')})\n`);
  const result = await client.callTool({ name, arguments: args });
  for (const item of result.content) if (item.type === 'text') console.log(item.text.trimEnd());
  if (result.isError) process.exitCode = 1;
}
