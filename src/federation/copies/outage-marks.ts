import * as v from 'valibot';
import type { KeptFiles } from '../../runtime/files/kept-files.ts';
import { seal, unseal } from '../../runtime/files/sealed.ts';
import { sha256 } from '../../runtime/sha256.ts';
import { type ManifestTrouble, manifestTroubles } from '../master-error.ts';

/** What some process has found out about a master, for all that share the folder. */
export interface OutageMark {
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** It has not answered as fast as there is a copy; that says nothing about what there is none of. */
  readonly isSlow: boolean;
  readonly trouble?: ManifestTrouble | undefined;
  /** Milliseconds since the epoch: it is left alone until then. */
  readonly until: number;
}

/** The mark of one master. */
export interface OutageMarks {
  /** Null where there is none, or none any more. */
  read(): Promise<OutageMark | null>;
  write(mark: Omit<OutageMark, 'until'>): Promise<void>;
  /** The master has answered. */
  clear(): Promise<void>;
  /** Lets every process ask again at once. */
  forget(): Promise<void>;
}

const shape = v.object({
  reason: v.string(),
  since: v.number(),
  at: v.number(),
  isSlow: v.boolean(),
  trouble: v.optional(v.picklist(manifestTroubles)),
});

/** Marks of outages: a new process asks a master that another has just found away only after `retrySeconds`. */
export function createOutageMarks(options: {
  readonly url: string;
  readonly connection: string;
  readonly files: KeptFiles;
  readonly retrySeconds: number;
  readonly now: () => number;
}): OutageMarks {
  const { url, connection, files, retrySeconds, now } = options;
  const key = JSON.stringify([url, connection]);
  const name = `${sha256(key).slice(0, 40)}.away`;
  let isThere = false;
  return {
    async read() {
      const file = await files.read(name);
      isThere = file !== null;
      const mark = v.safeParse(shape, file === null ? null : unseal(file.bytes)?.header);
      if (!mark.success) return null;
      const { at, ...rest } = mark.output;
      const until = at + retrySeconds * 1000;
      return at <= now() && now() < until ? { ...rest, until } : null;
    },
    async write(mark) {
      if (retrySeconds > 0) isThere = await files.write(name, seal({ ...mark, at: now() }, ''), now());
    },
    async clear() {
      if (isThere) await files.remove(name);
      isThere = false;
    },
    forget: () => files.remove(name),
  };
}
