import { createHash } from 'node:crypto';
import { isKey } from '../spool/key.ts';
import type { Parcel } from '../spool/send-waiting.ts';
import { inPortions, portionBytes } from './usage-counter.ts';
import { parseUsageText } from './usage-line.ts';

/**
 * The requests that a line of the log asks for. Each scope has its own, because the receiver refuses those that it does not
 * know. Of a line without an id nothing is sent: it could be counted twice.
 */
export function usageParcels(text: string): readonly Parcel[] {
  const line = parseUsageText(text);
  if (line?.id === undefined || !isKey(line.id)) return [];
  const { id, counts } = line;
  const scopes = [...new Set(counts.map(({ scope }) => scope))];
  return scopes.flatMap((name) => {
    const own = counts.filter(({ scope }) => scope === name);
    return inPortions(own, portionBytes).map((portion, index) => ({
      key: createHash('sha256').update(`${id}\n${name}\n${index}`).digest('hex').slice(0, 32),
      path: '/api/v1/usage',
      body: JSON.stringify({ counts: portion }),
    }));
  });
}
