import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { inputOptions, outputOptions } from '../../scripts/bundler.ts';

/** Bundles one source into `folder` as the program is bundled; gives the bundle's path. */
export async function bundle(source: URL, folder: string): Promise<string> {
  const bundled = await rolldown({ ...inputOptions, input: fileURLToPath(source) });
  // Nothing in the folder says that files which end with .js are ES modules.
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' };
  await bundled.write({ ...outputOptions(false), dir: folder, ...names });
  await bundled.close();
  return path.join(folder, `${path.basename(source.pathname, '.ts')}.mjs`);
}
