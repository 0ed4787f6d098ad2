import { statSync } from 'node:fs';
import type { Stamps } from './compiled-scope.ts';

/** Stamps as a file keeps them: they are compared as numbers, hundreds at each touch of a file, without a text being made of any. */
export interface KeptStamps {
  /** Where nothing may be. */
  readonly absent: readonly string[];
  /** What is there, and of each path four numbers that `fileStamp` of the runtime names. */
  readonly present: readonly [paths: readonly string[], numbers: readonly number[]];
}

const numbersOf = (stamp: string) => stamp.split(' ').map(Number);

export function keepStamps(stamps: Stamps): KeptStamps {
  const present = stamps.filter(([, stamp]) => stamp !== 'absent');
  return {
    absent: stamps.flatMap(([path, stamp]) => (stamp === 'absent' ? [path] : [])),
    present: [present.map(([path]) => path), present.flatMap(([, stamp]) => numbersOf(stamp))],
  };
}

const options = { throwIfNoEntry: false } as const;

/** Whether nothing is at any of these paths. */
export function areAbsent(paths: readonly string[]): boolean {
  return paths.every((path) => statSync(path, options) === undefined);
}

/**
 * Whether each of these files is still as it was. Damage to them says that it is not: no other path has the same stamp. All are looked at at
 * once: each turn would cost more.
 */
export function areUnchanged([paths, numbers]: KeptStamps['present']): boolean {
  return paths.every((path, place) => {
    const status = statSync(path, options);
    const at = place * 4;
    return (
      status !== undefined &&
      status.size === numbers[at] &&
      status.mtimeMs === numbers[at + 1] &&
      status.ctimeMs === numbers[at + 2] &&
      status.ino === numbers[at + 3]
    );
  });
}
