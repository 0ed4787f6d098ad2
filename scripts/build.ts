// Bundles the program into dist/: `npm run build` (with type declarations), and the tests' global setup (without).
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { buildTypes } from './build-types.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const modules = path.join(root, 'node_modules');

const shebang = '#!/usr/bin/env node\n';
const requireShim =
  "import{createRequire as createRequire_}from'node:module';const require=createRequire_(import.meta.url);\n";

/** Files of dist/, path relative to dist -> content. */
type Files = Map<string, Uint8Array | string>;

/**
 * Builds dist/ from src/. A program that runs from an older build keeps working until its next lazy import:
 * files are replaced by rename, entry points last, and leftovers are removed at the end. `readable` is for measuring: code
 * as it was written, with source maps beside it.
 */
export async function build(options: { types?: boolean; readable?: boolean } = {}): Promise<void> {
  const { code } = await bundle(options.readable === true);
  const files: Files = new Map([...code, ...(await swaggerAssets())]);

  const isEntry = (name: string) => !name.includes('/') && name.endsWith('.js');
  const ordered = [...files].sort(([a], [b]) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const [name, content] of ordered) await replace(path.join(dist, name), content);
  await chmod(path.join(dist, 'main.js'), 0o755);
  await removeLeftovers(files);

  if (options.types) await buildTypes(path.join(dist, 'types'));
}

/** The code of dist/, and the files, relative to the project, that it is made of. */
export async function bundle(readable: boolean): Promise<{ code: Files; inputs: string[] }> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts', 'src/index.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'chunks/[name]-[hash]',
    minifySyntax: !readable,
    minifyWhitespace: !readable,
    sourcemap: readable && 'external',
    legalComments: 'linked',
    define: { __PRECEPT_VERSION__: JSON.stringify(version) },
    // These offer Node only a CommonJS build, which can neither be split nor shaken; their ES modules can.
    alias: {
      yaml: path.join(modules, 'yaml/browser/index.js'),
      '@modelcontextprotocol/server/_shims': path.join(root, 'scripts/shims/mcp-shims.ts'),
      'jsonc-parser': path.join(modules, 'jsonc-parser/lib/esm/main.js'),
      // Without its own `fetch` for versions of Node that have none.
      ofetch: path.join(modules, 'ofetch/dist/index.mjs'),
      clipanion: path.join(modules, 'clipanion/lib/advanced/index.mjs'),
    },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });

  const code: Files = new Map();
  for (const file of result.outputFiles) {
    const name = path.relative(dist, file.path).split(path.sep).join('/');
    let text = file.text;
    if (name.endsWith('.map')) {
      code.set(name, text);
      continue;
    }
    // A bundled dependency that calls `require` reaches a stand-in that throws, unless a real one is in reach.
    if (text.includes('Dynamic require of')) text = requireShim + text;
    if (name === 'main.js') text = shebang + text;
    code.set(name, text);
  }
  return { code, inputs: Object.keys(result.metafile.inputs) };
}

/** The files of Swagger UI that /docs needs; served by us, so that the page works without internet. */
async function swaggerAssets(): Promise<Files> {
  const names = [
    ...['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'],
    ...['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'],
  ];
  const read = async (name: string) =>
    [`swagger-ui/${name}`, await readFile(path.join(modules, 'swagger-ui-dist', name))] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** Writes a file by rename; leaves it alone when the content is the same. */
async function replace(file: string, content: Uint8Array | string): Promise<void> {
  const wanted = Buffer.from(content);
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(wanted)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, wanted);
  await rename(draft, file);
}

async function removeLeftovers(files: Files): Promise<void> {
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(dist, file).split(path.sep).join('/');
    if (!entry.isFile() || files.has(name) || name.startsWith('types/') || name.endsWith('.tmp')) continue;
    await rm(file, { force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const start = performance.now();
  await build({ types: process.argv.includes('--types') });
  console.log(`Built dist/ in ${Math.round(performance.now() - start)} ms.`);
}
