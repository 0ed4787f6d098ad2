import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const requireShim =
  "import{createRequire as createRequire_}from'node:module';const require=createRequire_(import.meta.url);\n";

/** Bundles one source into `folder` with the settings of scripts/build.ts; gives the bundle's path. */
export async function bundle(source: URL, folder: string): Promise<string> {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [fileURLToPath(source)],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    outExtension: { '.js': '.mjs' },
    define: { __PRECEPT_VERSION__: '"0.0.0"' },
    alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    write: false,
    logLevel: 'warning',
  });
  for (const { path: file, text } of result.outputFiles) {
    await writeFile(file, text.includes('Dynamic require of') ? requireShim + text : text);
  }
  return path.join(folder, `${path.basename(source.pathname, '.ts')}.mjs`);
}
