import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeBundle } from '../../scripts/bundle.ts';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment } from '../support/program.ts';

let file: string;
let bytes: Buffer;
let unpacked: string;
beforeAll(async () => {
  file = await writeBundle(await tempFolder());
  bytes = await readFile(file);
  // A space in the path, as on many desktops.
  unpacked = path.join(await tempFolder(), 'My Extensions');
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    await mkdir(path.dirname(path.join(unpacked, name)), { recursive: true });
    await writeFile(path.join(unpacked, name), content);
  }
});

/** Starts the server as a host does that has these answers of its user, and connects a client to it. */
async function start(userConfig: Readonly<Record<string, string>>): Promise<Client> {
  const { server } = JSON.parse(await readFile(path.join(unpacked, 'manifest.json'), 'utf8'));
  const fill = (text: string) =>
    text
      .replace(/\$\{__dirname\}/g, () => unpacked)
      .replace(/\$\{user_config\.(\w+)\}/g, (whole, name) => userConfig[name] ?? whole);
  const { command, args, env } = server.mcp_config;
  const filled = Object.entries<string>(env).map(([name, value]) => [name, fill(value)] as const);
  expect(command).toBe('node');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args.map(fill),
    env: await cleanEnvironment(Object.fromEntries(filled)),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'precept-tests', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

describe('the .mcpb bundle', () => {
  it('is named after the version and the same each time', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(path.basename(file)).toBe(`precept-${version}.mcpb`);
    expect(bytes.equals(await readFile(await writeBundle(await tempFolder())))).toBe(true);
    expect(bytes.length).toBeLessThan(2_000_000);
  });

  it('has a manifest with what hosts ask for', async () => {
    const manifest = JSON.parse(await readFile(path.join(unpacked, 'manifest.json'), 'utf8'));
    const about = JSON.parse(await readFile('package.json', 'utf8'));
    expect(manifest).toMatchObject({
      manifest_version: '0.3',
      name: 'precept',
      version: about.version,
      description: about.description,
      author: { name: about.author },
      license: about.license,
      server: { type: 'node', entry_point: 'dist/main.js' },
      user_config: {
        rules_path: { type: 'directory', required: true },
        default_scope: { type: 'string', required: false, default: '' },
      },
    });
  });

  it('runs from where it was unpacked, and has the tools it says', async () => {
    // Of every kind something, so that every tool is of use.
    const rules = await tempFolder({
      'shop/commandments.yml': 'api:\n  ruleset: [Hello]\n',
      'shop/katas.yml': 'ship:\n  katas:\n    release: 1. Tag it.\n',
      'shop/tenka.yml': 'tenka:\n  US1: {who: a, what: b, why: c}\n',
    });
    const client = await start({ rules_path: rules, default_scope: 'shop' });
    const { content } = await client.callTool({ name: 'get_rules', arguments: {} });
    expect(content).toMatchObject([{ text: expect.stringContaining('- **MUST**: Hello') }]);
    const { tools } = await client.listTools();
    const { tools: told } = JSON.parse(await readFile(path.join(unpacked, 'manifest.json'), 'utf8'));
    expect(told).toEqual(tools.map(({ name, description }) => ({ name, description })));
    await client.close();
  });

  it('takes an empty default scope for none', async () => {
    const rules = await tempFolder({ 'shop/commandments.yml': 'api:\n  ruleset: [Hello]\n' });
    const client = await start({ rules_path: rules, default_scope: '' });
    const { content, isError } = await client.callTool({ name: 'get_rules', arguments: {} });
    expect(isError).toBe(true);
    expect(content).toMatchObject([{ text: expect.stringContaining('default_scope') }]);
    await client.close();
  });
});
