import { createRequire } from 'node:module';
import path from 'node:path';
import { readOptionalFile } from '../runtime/files.ts';

/**
 * The file that `import 'name'` means in a module of `folder`. `require.resolve` alone does not see packages that are for
 * `import` only, and `import.meta.resolve` takes no other folder than that of its own module. Throws an Error with code
 * MODULE_NOT_FOUND for a package that is not there.
 */
export async function resolvePackage(name: string, folder: string): Promise<string> {
  const require = createRequire(path.join(folder, 'settings.yml'));
  const [, owner = name, inside = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(name) ?? [];
  for (const modules of require.resolve.paths(owner) ?? []) {
    const root = path.join(modules, owner);
    const manifest = await readOptionalFile(path.join(root, 'package.json'));
    if (manifest === null) continue;
    const { exports } = JSON.parse(manifest.toString('utf8')) as { exports?: unknown };
    const target = exportedFile(exports, inside === '' ? '.' : `./${inside}`);
    if (target !== undefined) return path.join(root, target);
    break;
  }
  return require.resolve(name);
}

/** What `exports` of a package.json names for `import`; undefined for what only Node's own rules can tell. */
function exportedFile(exports: unknown, entry: string): string | undefined {
  if (
    typeof exports === 'object' &&
    exports !== null &&
    Object.keys(exports).some((key) => key.startsWith('.'))
  ) {
    return targetOf((exports as Record<string, unknown>)[entry]);
  }
  return entry === '.' ? targetOf(exports) : undefined;
}

function targetOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.startsWith('./') ? value : undefined;
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return undefined;
  for (const [condition, inner] of Object.entries(value)) {
    const target = ['node', 'import', 'default'].includes(condition) ? targetOf(inner) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}
