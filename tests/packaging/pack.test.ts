import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/build.ts';
import { grown } from '../../scripts/sizes.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { installTarball, npm, packTarball, root, run } from './packed.ts';

let tarball: string;
let folder: string;
let installed: string;
beforeAll(async () => {
  tarball = await packTarball();
  folder = await installTarball(tarball);
  installed = path.join(folder, 'node_modules/precept-mcp');
});

describe('the packed package', () => {
  it('installs into an empty folder without other packages and runs', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    expect(path.basename(tarball)).toBe(`precept-mcp-${version}.tgz`);
    const names = await readdir(path.join(folder, 'node_modules'));
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['precept-mcp']);

    const rules = await tempFolder({
      'shop/commandments.yml': 'api:\n  ruleset: ["Hello {{ scope.name }}"]\n',
    });
    const command = ['exec', '--offline', '--', 'precept-mcp', 'rules', 'shop', '-r', rules];
    expect((await npm(command, folder)).stdout).toContain('- **MUST**: Hello shop');
    expect(await readdir(path.join(folder, 'node_modules/.bin'))).toContain('precept');
  });

  it('holds what it needs at run time, and neither sources nor tests', async () => {
    expect((await readdir(installed)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'THIRD-PARTY-LICENSES',
      'dist',
      'docs',
      'examples',
      'package.json',
      'schemas',
    ]);
    expect(await readdir(path.join(installed, 'dist'))).toEqual(
      expect.arrayContaining(['swagger-ui', 'types']),
    );
  });

  it('has not grown unseen: scripts/sizes.json has its size', async () => {
    const bytes = await readFile(tarball);
    expect(grown({ package: { bytes: gunzipSync(bytes).length, gzip: bytes.length } })).toEqual([]);
  });

  it('holds no code that no entry point loads', async () => {
    const dist = path.join(installed, 'dist');
    const isCode = (name: string) => name.endsWith('.js') && !/^(swagger-ui|types)\b/.test(name);
    const all = (await readdir(dist, { recursive: true })).filter(isCode);
    const loaded = new Set(all.filter((name) => !name.includes(path.sep)));
    // The program, what a hook loads of it where it must, and the package as a library.
    const entries = ['fresh-scope.js', 'import-module.js', 'index.js', 'main.js', 'program.js'];
    expect([...loaded].sort()).toEqual(entries);
    for (const name of loaded) {
      const text = await readFile(path.join(dist, name), 'utf8');
      for (const [, to = ''] of text.matchAll(/["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g)) {
        const other = path.join(path.dirname(name), to);
        if (all.includes(other)) loaded.add(other);
      }
    }
    expect(all.filter((name) => !loaded.has(name))).toEqual([]);
  });

  it('goes with the licence of every package whose code it holds', async () => {
    const texts = await readFile(path.join(installed, 'THIRD-PARTY-LICENSES'), 'utf8');
    const { inputs } = await bundle(false);
    const names = inputs.map((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]);
    const packages = [...new Set(names.filter((name) => name !== undefined)), 'swagger-ui-dist'];
    expect(packages.length).toBeGreaterThan(20);
    const sections = texts.split(/^-{80}$/m).map((section) => section.trim());
    for (const name of packages) {
      const section = sections.find((one) => one.startsWith(`${name} `)) ?? '';
      expect(section, name).toMatch(
        /Permission (is hereby granted|to use, copy)|Anyone is free to copy|TERMS AND CONDITIONS|Redistribution and use|licenses you|Licensed under the Apache License/,
      );
    }
    // What some only refer to goes with them all the same.
    expect(texts).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
    expect(await readdir(path.join(installed, 'dist/swagger-ui'))).toContain(
      'swagger-ui-bundle.js.LICENSE.txt',
    );
  });

  it('has types that need no other package, and that fit how the package is used', async () => {
    await writeFiles(folder, {
      'program.ts': `
        import { createHttpApp, createMcpServer, createService, definePlugin } from 'precept-mcp';
        import type { Filter, Plugin, Service, Settings } from 'precept-mcp';
        const settings: Settings = { default_scope: 'shop', master_server_url: ['https://a.example'], log_level: 'info' };
        const service: Service = await createService({ cwd: '/srv', settings, log: (line: string) => void line });
        const answer: Response = await createHttpApp(service).fetch(new Request('http://127.0.0.1/'));
        await createMcpServer(service).close();
        const shout: Filter = (value) => String(value) + '!';
        export const plugin: Plugin = definePlugin({ name: 'a', description: 'b', filters: { shout } });
        export const status: number = answer.status;
        // @ts-expect-error The setting is a number.
        await createService({ cwd: '/srv', settings: { cache_ttl_seconds: 'long' } });
        // @ts-expect-error There is no such setting.
        await createService({ cwd: '/srv', settings: { rule_path: 'rules' } });
      `,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...{ target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom'], types: [] },
          ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
        },
        files: ['program.ts'],
      }),
    });
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    expect(stdout).toBe('');
  });

  it('satisfies publint', async () => {
    const bytes = await readFile(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(bytes).buffer },
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });
});
