import { createHash } from 'node:crypto';
import { isKey } from '../spool/key.ts';
import type { Parcel } from '../spool/send-waiting.ts';
import { parseUsageText } from './usage-line.ts';
import { inPortions, portionBytes } from './usage-lines.ts';

/**
 * The requests that a line of the log asks for. Each scope has its own, because the receiver refuses those that it does not
 * know, and so have the sessions, which one of an earlier version does not know at all. Of a line without an id nothing is sent: it could be counted twice.
 */
export function usageParcels(text: string): readonly Parcel[] {
  const line = parseUsageText(text);
  if (line?.id === undefined || !isKey(line.id)) return [];
  const { id, counts, sessions = [], outcomes = [] } = line;
  const parcelsOf = <Count>(
    name: string,
    key: 'counts' | 'sessions' | 'outcomes',
    all: readonly Count[],
  ): Parcel[] =>
    inPortions(all, portionBytes).map((portion, index) => ({
      key: createHash('sha256').update(`${id}\n${name}\n${index}`).digest('hex').slice(0, 32),
      path: '/api/v1/usage',
      body: JSON.stringify({ [key]: portion }),
    }));
  const scopes = [...new Set(counts.map(({ scope }) => scope))];
  const judged = [...new Set(outcomes.map(({ scope }) => scope))];
  return [
    ...scopes.flatMap((name) =>
      parcelsOf(
        name,
        'counts',
        counts.filter(({ scope }) => scope === name),
      ),
    ),
    // No scope has this name.
    ...parcelsOf('', 'sessions', sessions),
    ...judged.flatMap((name) =>
      parcelsOf(
        `rules of ${name}`,
        'outcomes',
        outcomes.filter(({ scope }) => scope === name),
      ),
    ),
  ];
}
