import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../src/config/settings.ts';
import { root } from './packed.ts';

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
const version = v.pipe(text(255), v.regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/));

/** The part of the registry's format (schema 2025-12-11) that a server with an npm package uses. */
const serverJson = v.strictObject({
  $schema: v.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: v.pipe(text(200), v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
  title: text(100),
  description: text(100),
  version,
  repository: v.optional(v.strictObject({ url: v.pipe(v.string(), v.url()), source: text(50) })),
  packages: v.array(
    v.strictObject({
      registryType: v.literal('npm'),
      registryBaseUrl: v.literal('https://registry.npmjs.org'),
      identifier: v.string(),
      version,
      runtimeHint: v.literal('npx'),
      transport: v.strictObject({ type: v.literal('stdio') }),
      environmentVariables: v.array(
        v.strictObject({
          name: v.pipe(v.string(), v.startsWith('PRECEPT_')),
          description: v.string(),
          format: v.optional(v.picklist(['string', 'number', 'boolean', 'filepath'])),
        }),
      ),
    }),
  ),
});

const read = async (name: string) => JSON.parse(await readFile(path.join(root, name), 'utf8'));

describe('server.json', () => {
  it('is what the MCP registry takes', async () => {
    const { issues } = v.safeParse(serverJson, await read('server.json'));
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
  });

  it('names the npm package, in its version, as that names it', async () => {
    const server = await read('server.json');
    const about = await read('package.json');
    expect(about.mcpName).toBe(server.name);
    expect(server.version).toBe(about.version);
    expect(server.packages).toMatchObject([{ identifier: about.name, version: about.version }]);
  });

  it('offers settings that there are', async () => {
    const { packages } = await read('server.json');
    const names = packages[0].environmentVariables.map(({ name }: { name: string }) =>
      name.replace('PRECEPT_', '').toLowerCase(),
    );
    expect(settingNames).toEqual(expect.arrayContaining(names));
  });
});
