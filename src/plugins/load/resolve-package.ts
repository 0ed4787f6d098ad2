import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URL that `import 'name'` means in a module of `folder`, by Node's own rules; `import.meta.resolve` itself takes no
 * other folder than that of its own module. Throws an Error with code ERR_MODULE_NOT_FOUND for a package that is not there.
 */
export async function resolvePackage(name: string, folder: string): Promise<string> {
  const { resolve } = await import('import-meta-resolve');
  return resolve(name, pathToFileURL(path.join(folder, 'settings.yml')).href);
}
