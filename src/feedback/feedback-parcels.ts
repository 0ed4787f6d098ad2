import { isKey } from '../spool/key.ts';
import type { Parcel } from '../spool/send-waiting.ts';
import { parseLine, toFeedback } from './entry.ts';

/** What of a line of the log is sent to another server: an entry that the line itself names, so that the receiver knows it when it comes again. */
export function feedbackParcels(line: string): readonly Parcel[] {
  const entry = parseLine(line);
  if (entry === null || !isKey(entry.id) || !line.includes(`"id":${JSON.stringify(entry.id)}`)) return [];
  return [{ key: entry.id, path: '/api/v1/feedback', body: JSON.stringify(toFeedback(entry)) }];
}
