import { Fault } from '../model/fault.ts';

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };
const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A moment, in milliseconds of the epoch: an ISO 8601 date (UTC unless it says otherwise), or how long ago as `7d`, `24h`.
 * Fault: `invalid-parameter`.
 */
export function parseSince(text: string, now: number): number {
  const trimmed = text.trim();
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(trimmed) ?? [];
  if (unit !== undefined) return now - Number(count) * (units[unit] ?? 0) * 1000;
  if (date.test(trimmed)) {
    const zoned = /T/.test(trimmed) && !/(Z|[+-]\d{2}:?\d{2})$/.test(trimmed) ? `${trimmed}Z` : trimmed;
    const time = Date.parse(zoned);
    if (!Number.isNaN(time)) return time;
  }
  const message = `${JSON.stringify(text.slice(0, 40))} is no time: give a date like 2026-03-31 or 2026-03-31T08:00Z, or how long ago like 7d or 24h.`;
  throw new Fault('invalid-parameter', `"since": ${message}`, { errors: [{ path: 'since', message }] });
}
