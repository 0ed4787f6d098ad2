import { statSync } from 'node:fs';
import type { Validity } from './compiled-scope.ts';

/** Whether everything that a compiled scope was made of is still as it was. Hundreds of files are looked at, at once: each turn would cost more. */
export function areValid({ stamps, expires }: Validity, now: number = Date.now()): boolean {
  if (expires !== null && now >= expires) return false;
  return stamps.every(([path, stamp]) => stampNow(path) === stamp);
}

/** As `fileStamp` of the runtime says it. */
function stampNow(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? 'absent' : `${status.size} ${status.mtimeMs} ${status.ctimeMs} ${status.ino}`;
}
