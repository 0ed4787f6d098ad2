import type { Config } from '../../../config/config.ts';
import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import { folderSource } from '../../../guidance/read/content-source.ts';
import { readScope, type ScopeContent } from '../../../guidance/read/read-scope.ts';
import { version } from '../../../model/version.ts';
import { lazy } from '../../../runtime/async/lazy.ts';
import { withinLimit } from '../../../runtime/async/time-limit.ts';
import { sha256 } from '../../../runtime/sha256.ts';
import type { FormsWorld } from './form-files.ts';

/**
 * Large scopes as they were read before, kept as JSON, which takes a fraction of the time of YAML. A form counts only for the very bytes it was made
 * of, which are read each time: it is never stale.
 */
export interface LayerForms {
  /** What the files of a scope say; null where there is no such scope. What was kept has no mistake. */
  read(name: string): Promise<Pick<ScopeContent, 'layer' | 'problems'> | null>;
  /** Writes what waits to be kept, within a second. */
  close(): Promise<void>;
}

/** Bytes of a scope's files from which it is kept: YAML of less is read as fast. */
const smallest = 64 * 1024;
/** Milliseconds from reading until a form is written: a first answer is under way, and more are asked for. */
const pause = 1000;

/** The scopes of a rules folder; each is read anew where the settings name no folder for forms that can be used. */
export function openLayerForms(rulesPath: string, config: Config, world: FormsWorld): LayerForms {
  const source = folderSource(rulesPath);
  const files = lazy(async () => (await import('./form-files.ts')).openFormFiles(rulesPath, config, world));
  const waiting = new Map<string, () => Promise<unknown>>();
  let writing: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function writeAll(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    for (const write of waiting.values()) writing = writing.then(write);
    waiting.clear();
    return writing;
  }

  return {
    async read(name) {
      if (!(await source.has(name))) return null;
      const { bytes, size, isWhole } = await readFiles(name);
      const read = async (_: string, file: string) => bytes.get(file) ?? null;
      const anew = () => readScope(isWhole ? { ...source, has: async () => true, read } : source, name);
      const forms = isWhole && size >= smallest ? await files() : null;
      if (forms === null) return anew();
      const hashes = [...bytes.values()].map((one) => one && sha256(one));
      const key = JSON.stringify([version, name, hashes]);
      const layer = await forms.find(name, key);
      if (layer !== null) return { layer, problems: [] };
      const content = await anew();
      if (content?.problems.every(({ severity }) => severity !== 'error')) {
        waiting.set(name, () => forms.keep(name, key, content.layer));
        timer ??= setTimeout(() => void writeAll(), pause).unref();
      }
      return content;
    },
    close: async () => void (await withinLimit(writeAll(), pause)),
  };

  /** The content files of a scope, in the order of the kinds; null for those that are not there. */
  async function readFiles(name: string) {
    const bytes = new Map<string, Buffer | null>(contentKinds.map((kind) => [contentFile(kind), null]));
    const all = [...bytes.keys()].map(async (file) => bytes.set(file, await source.read(name, file)));
    const read = await Promise.allSettled(all);
    const size = [...bytes.values()].reduce((sum, one) => sum + (one?.length ?? 0), 0);
    return { bytes, size, isWhole: read.every(({ status }) => status === 'fulfilled') };
  }
}
