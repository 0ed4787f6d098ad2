import type { RemoteScope } from '../../guidance/guidance.ts';
import { createLru } from '../../runtime/async/cache.ts';

export interface KeptBundle {
  readonly etag: string;
  readonly scope: RemoteScope;
}

/** Bundles with their ETags, to be asked for again with a condition. */
export interface KeptBundles {
  get(name: string): KeptBundle | undefined;
  keep(name: string, bundle: KeptBundle): void;
  clear(): void;
}

const maxBundles = 2000;
/** Characters of all of them; a hostile master could make each eight MiB. */
const maxSize = 32 * 1024 * 1024;

/** Forgets the bundles used least where they are too many, and all where they are too large together. */
export function createKeptBundles(): KeptBundles {
  const kept = createLru<KeptBundle>(maxBundles);
  let size = 0;
  const clear = () => {
    kept.clear();
    size = 0;
  };
  return {
    get: (name) => kept.get(name),
    keep(name, bundle) {
      if (size + bundle.scope.size > maxSize) clear();
      size += bundle.scope.size;
      kept.set(name, bundle);
    },
    clear,
  };
}
