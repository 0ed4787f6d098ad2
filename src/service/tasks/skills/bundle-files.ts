import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { Fault } from '../../../model/fault.ts';
import type { KataFilesFrom } from './kata-files.ts';
import { type LoadedFile, loadKataFiles } from './kata-files.ts';

/** Bytes of files that a bundle takes along; others are asked for by their hash. */
const maxInline = 4 * 1024 * 1024;

interface BundledKatas {
  readonly katas?: Readonly<Record<string, { readonly katas: Readonly<Record<string, object>> }>>;
  readonly warnings?: readonly string[];
}

/**
 * A bundle with the files of its katas, as they are now. A kata with a file that cannot be read is left out of it, with a warning: half a
 * procedure would look whole. `beside` hears of each file whose bytes are not in the bundle.
 */
export async function withKataFiles<Bundle extends object>(
  bundle: Bundle,
  scope: ResolvedScope,
  service: KataFilesFrom,
  beside: (file: LoadedFile) => void = () => {},
): Promise<Bundle> {
  const { katas: written = {}, warnings = [] } = bundle as BundledKatas;
  const told = [...warnings];
  const katas = new Map(Object.entries(written));
  let left = maxInline;
  for (const [category, { katas: ofCategory }] of scope.katas) {
    const own = new Map(Object.entries(katas.get(category)?.katas ?? {}));
    for (const kata of ofCategory.values()) {
      if (kata.files.size === 0) continue;
      try {
        const loaded = await loadKataFiles(service, { category, kata });
        const files = loaded.map((file) => {
          const { path, bytes, sha256, size } = file;
          const isInline = size <= left;
          if (isInline) left -= size;
          else beside(file);
          return [path, { sha256, size, ...(isInline && { base64: Buffer.from(bytes).toString('base64') }) }];
        });
        own.set(kata.name, { ...own.get(kata.name), files: Object.fromEntries(files) });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        own.delete(kata.name);
        told.push(error.message);
      }
    }
    katas.set(category, { ...katas.get(category), katas: Object.fromEntries(own) });
  }
  return { ...bundle, katas: Object.fromEntries(katas), ...(told.length > 0 && { warnings: told }) };
}
