import { appendLines, withLog } from '../../../runtime/append-lines.ts';
import type { CheckResult } from '../story.ts';

/**
 * Adds results to the end of the validation file, which is made with its folder when it is not there: all of them, on disk
 * when this settles, or none. Inside of `within` no link is followed. Rejects with the system's reason.
 */
export async function appendResults(
  path: string,
  results: readonly CheckResult[],
  within: string | null = null,
): Promise<void> {
  if (results.length === 0) return;
  const text = results.map((result) => JSON.stringify(result)).join('\n');
  const [fate] = await withLog(path, within, (file) => appendLines(file, path, [{ text }]));
  if (fate instanceof Error) throw fate;
}
