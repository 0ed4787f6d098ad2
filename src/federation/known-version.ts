import * as v from 'valibot';
import type { KeptFiles } from '../runtime/kept-files.ts';
import { seal, sha256, unseal } from './sealed.ts';

/** The highest version of a master's manifest that was ever verified: what is lower is an old one that somebody plays again. */
export interface KnownVersion {
  /** Null where none was. */
  highest(): Promise<number | null>;
  saw(version: number): Promise<void>;
}

const shape = v.object({ url: v.string(), version: v.number() });

/** Remembered on disk too, for processes to come; without `files` in this one alone. */
export function createKnownVersion(url: string, files: KeptFiles | null): KnownVersion {
  const name = `${sha256(url).slice(0, 40)}.version`;
  let highest: number | null = null;

  async function onDisk(): Promise<number> {
    const file = await files?.read(name);
    const known = v.safeParse(shape, file ? unseal(file.bytes)?.header : null);
    return known.success && known.output.url === url ? known.output.version : 0;
  }

  return {
    async highest() {
      highest = Math.max(highest ?? 0, await onDisk());
      return highest;
    },
    async saw(version) {
      const known = Math.max(highest ?? 0, await onDisk());
      highest = Math.max(known, version);
      if (version > known) await files?.write(name, seal({ url, version }, ''), Date.now());
    },
  };
}
