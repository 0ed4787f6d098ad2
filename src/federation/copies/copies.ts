import * as v from 'valibot';
import type { KeptFiles } from '../../runtime/files/kept-files.ts';
import { seal, unseal } from '../../runtime/files/sealed.ts';
import { sha256 } from '../../runtime/sha256.ts';
import type { Subject } from '../master-health.ts';

/** What a master said, as it is kept on disk. */
export interface HeldCopy {
  readonly etag: string | null;
  /** The body, JSON; null where it said that there is none. */
  readonly text: string | null;
  /** The manifest that vouches for it, by its hash; null where none is signed. */
  readonly by: string | null;
  /** Milliseconds since the epoch: when it last said so. */
  readonly time: number;
  /** Whether it may be served. An older one is good for a condition alone. */
  readonly isFresh: boolean;
}

/** The copy of one answer of a master to whoever is logged in now. */
export interface CopyPlace {
  /** It, if it is whole. */
  find(): Promise<HeldCopy | null>;
  /** Keeps what the master has just said; null for what it does not have. `by` names the manifest that vouches for it. */
  keep(etag: string | null, text: string | null, by?: string): Promise<void>;
  /** The master has just said that it has not changed. */
  confirm(): Promise<void>;
  /** The caller may not read it any more. */
  drop(): Promise<void>;
}

/** The copies of one master; null where it cannot be told for whom one would be. */
export type Copies = (what: Subject, loop: readonly string[]) => Promise<CopyPlace | null>;

export interface CopiesOptions {
  readonly files: KeptFiles;
  /** How long a copy is served after its master last confirmed it. */
  readonly keepSeconds: number;
  /** What connections to masters are trusted by: what one without checks gave is nothing to one with them. */
  readonly connection: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const ending = '.copy';

const headerShape = v.object({
  format: v.literal(1),
  /** What it is kept under, so that a file that was given another's name is not taken for it. */
  key: v.string(),
  etag: v.nullable(v.string()),
  absent: v.boolean(),
  // Copies of before manifests were named have none.
  by: v.optional(v.string()),
});

/** Whether a file may go where there are too many: everything else is small, and holds what must not be forgotten. */
export function isCopy(name: string): boolean {
  return name.endsWith(ending);
}

/** What the names of all copies of one subject begin with. */
export function copiesOf(subject: string): string {
  return `${sha256(subject).slice(0, 16)}-`;
}

/**
 * Copies of what the master at `url` says, one file each. `subjectOf` says who is logged in there; a copy is for that subject
 * alone. Requests that passed other servers have copies of their own: in a circle, they are told less.
 */
export function createCopies(
  url: string,
  subjectOf: () => Promise<string | null>,
  { files, keepSeconds, connection, now }: CopiesOptions,
): Copies {
  return async (what, loop) => {
    const subject = await subjectOf();
    if (subject === null) return null;
    const key = JSON.stringify([url, connection, loop.length > 1, what, subject]);
    const name = `${copiesOf(subject)}${sha256(key).slice(0, 40)}${ending}`;
    return {
      async find() {
        const file = await files.read(name);
        const sealed = file === null ? null : unseal(file.bytes);
        if (file !== null && sealed === null) files.damaged(name);
        if (file === null || sealed === null) return null;
        const header = v.safeParse(headerShape, sealed.header);
        if (!header.success || header.output.key !== key) return null;
        const { etag, absent, by = null } = header.output;
        // A time to come, of a clock that was wrong, says as little as one as long ago.
        const isFresh = Math.abs(now() - file.time) <= keepSeconds * 1000;
        const text = absent ? null : sealed.text;
        return { etag, text, by, time: Math.min(file.time, now()), isFresh };
      },
      async keep(etag, text, by) {
        // Somebody else may have logged in since.
        if ((await subjectOf()) !== subject) return;
        const header = { format: 1, key, etag, absent: text === null, ...(by !== undefined && { by }) };
        await files.write(name, seal(header, text ?? ''), now());
      },
      confirm: async () => void (await files.touch(name, now())),
      drop: () => files.remove(name),
    };
  };
}
