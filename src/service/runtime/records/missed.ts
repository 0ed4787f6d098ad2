import { type FeedbackEntry, parseLine } from '../../../feedback/entry.ts';
import { readLines } from '../../../runtime/files/read-lines.ts';
import { openLog } from '../../../spool/open-log.ts';

/** Bytes at the end of a log that teach the search: a thousand reports. What is older has been heeded, or is forgotten. */
const window = 256 * 1024;

/** A report of missed categories, as far as the search learns from it. */
export type MissedReport = Pick<FeedbackEntry, 'task'> & { readonly categories: readonly string[] };

/**
 * Reads what a log says of missed categories, from its last 256 KiB, oldest first. While the file stays as it is, the very same
 * list is given again. A log that is not there, or cannot be read, has none.
 */
export function createMissedReader(
  path: string,
  within: string | null,
): () => Promise<readonly MissedReport[]> {
  const none = { state: '', reports: [] };
  let known: { readonly state: string; readonly reports: readonly MissedReport[] } = none;

  return async () => {
    const file = await openLog(path, within).catch(() => null);
    if (file === null) return none.reports;
    try {
      const { ino, size, mtimeMs } = await file.stat();
      const state = `${ino} ${size} ${mtimeMs}`;
      if (state === known.state) return known.reports;
      const reports: MissedReport[] = [];
      // A line that is cut in two by the window is none.
      for await (const { text } of readLines(file, Math.max(0, size - window), size)) {
        const entry = text?.includes('missed_categories') ? parseLine(text) : null;
        if (entry?.type === 'missed_categories' && entry.categories !== undefined)
          reports.push({ task: entry.task, categories: entry.categories });
      }
      known = { state, reports };
      return reports;
    } finally {
      await file.close();
    }
  };
}
