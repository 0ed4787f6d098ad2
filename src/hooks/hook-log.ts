import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSmallFile } from '../runtime/files/files.ts';
import { openOwn } from '../runtime/files/own-file.ts';
import { isOwnFolder } from '../runtime/files/own-folder.ts';

/** Bytes of the log at most, and of its end that stays when it is full. */
const largest = 1024 * 1024;
const kept = 256 * 1024;
const longestLine = 2000;

/** Adds lines to hook.log in the setting cache_dir. No failure of it stops anything. */
export async function logFaults(cacheDir: string | null, lines: readonly string[]): Promise<void> {
  if (cacheDir === null || lines.length === 0 || !isOwnFolder(cacheDir)) return;
  const now = new Date().toISOString();
  const text = lines.map((line) => `${now} ${line.replace(/\s+/g, ' ').slice(0, longestLine)}\n`).join('');
  const path = join(cacheDir, 'hook.log');
  try {
    const size = await stat(path).then(
      (status) => status.size,
      () => 0,
    );
    if (size + Buffer.byteLength(text) > largest) {
      const before = readSmallFile(path, largest)?.toString('utf8').slice(-kept) ?? '';
      const whole = before.slice(before.indexOf('\n') + 1);
      const { putFile } = await import('../runtime/files/write-file.ts');
      await putFile(path, whole + text, { within: cacheDir }, { mode: 0o600 });
      return;
    }
    const file = await openOwn(path, 'a+', cacheDir, 0o600);
    try {
      await file.write(text);
    } finally {
      await file.close();
    }
  } catch {}
}
