import type { Locks } from '../config.ts';
import { settingNames } from '../settings.ts';
import type { LayerFile } from './read-layers.ts';

type Data = Readonly<Record<string, unknown>>;

/** The two ways to name masters: whoever may not change one may not write the other either. */
export const twins: Readonly<Record<string, string>> = {
  masters: 'master_server_url',
  master_server_url: 'masters',
};

/** What the machine's file locks, and what is wrong with how it says so. */
export function readLocks(layers: readonly LayerFile[]): {
  readonly locks: Locks;
  readonly mistake: string | null;
} {
  const machine = layers.find(({ of }) => of === 'machine');
  const raw = machine?.data.locked ?? [];
  const keys: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (machine === undefined || keys.length === 0) return { locks: { file: null, keys: [] }, mistake: null };
  const { file } = machine;
  if (keys.every((key) => typeof key === 'string' && /^\S+$/.test(key))) {
    const names = (keys as string[]).flatMap((key) =>
      Object.hasOwn(twins, key) ? [key, twins[key] ?? ''] : key,
    );
    return { locks: { file, keys: [...new Set(names)] }, mistake: null };
  }
  const mistake = `setting locked (${file}): ${JSON.stringify(raw)} is not allowed; it takes a list of keys, like [master_server_url, remote_ssl_verify]`;
  // Whoever goes on in spite of that is to change nothing.
  return { locks: { file, keys: settingNames }, mistake };
}

/** Whether a key, in whatever letter case templates may read it, is locked. */
export function isLocked(locks: Locks, key: string): boolean {
  return locks.keys.some((locked) => locked.toLowerCase() === key.toLowerCase());
}

/** What a nearer file may say in spite of the locks, and the keys that it says otherwise than `machine`. */
export function withoutLocked(
  data: Data,
  locks: Locks,
  machine: Data,
): { readonly open: Data; readonly refused: readonly string[] } {
  const isRefused = ([key, value]: readonly [string, unknown]) =>
    value !== null && value !== undefined && isLocked(locks, key);
  const entries = Object.entries(data);
  return {
    open: Object.fromEntries(entries.filter((entry) => !isRefused(entry))),
    refused: entries
      .filter((entry) => isRefused(entry) && JSON.stringify(entry[1]) !== JSON.stringify(machine[entry[0]]))
      .map(([key]) => key),
  };
}

/** The one line about what was written in spite of locks: `places` by key. */
export function lockedLine({ file }: Locks, refused: ReadonlyMap<string, readonly string[]>): string {
  const keys = [...refused].map(([key, places]) => `${key} (in ${places.join(', ')})`);
  return `${file} locks ${keys.join('; ')}: without effect there, only that file can change it`;
}
