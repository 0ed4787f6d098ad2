import { fileURLToPath } from 'node:url';
import { fileUrl } from './import-module.ts';
import { expandEnabled } from './load-plugin.ts';
import { resolvePackage } from './resolve-package.ts';

/** The files of the enabled plugins that are modules of their own; those that are not found are left out. */
export async function pluginFiles(enabled: readonly string[], folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const { entry, isBuiltIn } of expandEnabled(enabled).plugins) {
    if (isBuiltIn) continue;
    const url = fileUrl(entry, folder) ?? (await resolvePackage(entry, folder).catch(() => null));
    if (url?.startsWith('file:')) files.push(fileURLToPath(url));
  }
  return files;
}
