import { createLineLog, type LineLog } from '../spool/line-log.ts';
import { type FeedbackEntry, parseLine, toLine } from './entry.ts';

/** The log of feedback at a path; no link inside of `within` is followed. */
export function createFeedbackLog(path: string, within: string | null = null): LineLog<FeedbackEntry> {
  return createLineLog(path, within, { toLine, parse: parseLine });
}
