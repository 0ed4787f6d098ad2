// The type declarations of the public interface.
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes the declarations of src/index.ts, and of what it leads to, into a folder that holds nothing else. The packages that
 * we bundle are not installed with ours, so a public type that names one of them is an error.
 */
export async function buildTypes(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  // Without a check, which takes most of the time and is that of `npm run check`.
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });

  const kept = new Set<string>();
  const keep = async (file: string): Promise<void> => {
    if (kept.has(file)) return;
    kept.add(file);
    const text = await readFile(file, 'utf8');
    // The compiler leaves the `.ts` of imports in declarations, which not every reader understands.
    await writeFile(file, text.replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
    for (const [, specifier = ''] of text.matchAll(/(?:from\s+|import\()['"]([^'"]+)['"]/g)) {
      if (!specifier.startsWith('.'))
        throw new Error(
          `${path.relative(folder, file)} needs ${specifier}; give src/index.ts types that do not`,
        );
      await keep(path.join(path.dirname(file), specifier.replace(/\.ts$/, '.d.ts')));
    }
  };
  await keep(path.join(folder, 'index.d.ts'));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(file)) await rm(file);
  }
}
