import { appendLines, withLog } from '../../../runtime/files/append-lines.ts';

/**
 * Adds lines to the end of the validation file, which is made with its folder when it is not there: all of them, on disk
 * when this settles, or none. Inside of `within` no link is followed. Rejects with the system's reason.
 */
export async function appendResults(
  path: string,
  lines: readonly object[],
  within: string | null = null,
): Promise<void> {
  if (lines.length === 0) return;
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const [fate] = await withLog(path, within, (file) => appendLines(file, path, [{ text }]));
  if (fate instanceof Error) throw fate;
}
