import { expect } from 'vitest';
import type { Printed } from '../cli/command-line.ts';
import { jsonOf } from '../http/client.ts';
import { day, known, lastRead, missedMost } from './planted.ts';

/** A server with the planted history, and command lines beside it. */
export interface Faces {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  run(argv: readonly string[]): Promise<Pick<Printed, 'code' | 'stdout'>>;
}

export interface Usage {
  readonly since: string;
  readonly until: string;
  readonly entries: readonly {
    readonly scope: string;
    readonly category: string;
    readonly kata?: string;
    readonly reads: number;
    readonly tokens: number;
    readonly last_read: string | null;
    readonly faces: Readonly<Record<string, number>>;
  }[];
}

export interface Summary {
  readonly missed: readonly { readonly category: string; readonly count: number }[];
}

/** Names with their reads, as `known` has them. */
export function readsOf({ entries }: Usage): [string, number][] {
  return entries.map(({ scope, category, kata, reads }) => [
    `${scope} ${category}${kata ? `/${kata}` : ''}`,
    reads,
  ]);
}

export const missedOf = ({ missed }: Summary): [string, number][] =>
  missed.map(({ category, count }) => [category, count]);

/** Asks each face for what the history comes to: JSON, CSV, page and commands. */
export async function expectKnownUsage({ get, run }: Faces): Promise<void> {
  for (const [since, rows] of Object.entries(known)) {
    const path = `/api/v1/usage?since=${since}`;
    const usage = await jsonOf<Usage>(get(path));
    expect([usage.since, usage.until]).toEqual([day(Number.parseInt(since, 10) - 1), day(0)]);
    expect(readsOf(usage)).toEqual(rows);
    for (const [index, { reads, tokens, faces, last_read }] of usage.entries.entries()) {
      expect([tokens, (faces.mcp ?? 0) + (faces.rest ?? 0)]).toEqual([10 * reads, reads]);
      const name = rows[index]?.[0] ?? '';
      if (name in lastRead) expect([name, last_read]).toEqual([name, lastRead[name]]);
    }
    const never = rows.filter(([, reads]) => reads === 0);
    expect(readsOf(await jsonOf<Usage>(get(`${path}&unread=true`)))).toEqual(never);
    const csv = await (await get(path, { accept: 'text/csv' })).text();
    const cells = csv.split('\r\n').map((line) => line.split(','));
    const written = cells
      .slice(1, -1)
      .map(([scope, , category, kata, reads]) => [
        `${scope} ${category}${kata && `/${kata}`}`,
        Number(reads),
      ]);
    expect(written).toEqual(rows);
    const commands = ['usage', '--since', since];
    expect(await run([...commands, '--format', 'csv'])).toMatchObject({ code: 0, stdout: csv });
    const unread = await run([...commands, '--unread', '--format', 'json']);
    expect(readsOf(JSON.parse(unread.stdout))).toEqual(never);
    await expectPage({ get, run }, Number.parseInt(since, 10), rows);
  }
}

/** The page has the same in its tables, and a bar for each day. */
async function expectPage(
  { get }: Faces,
  days: number,
  rows: readonly (readonly [string, number])[],
): Promise<void> {
  const page = await (await get(`/usage?days=${days}`, { accept: 'text/html' })).text();
  const row = /<a href="\/scopes\/([^"]+)">[^<]+<\/a><\/td><th scope="row"><code>([^<]+)<\/code><\/th><td>/g;
  expect([...page.matchAll(row)].map(([, scope, name]) => `${scope} ${name}`)).toEqual(
    rows.map(([name]) => name),
  );
  const total = rows.reduce((sum, [, reads]) => sum + reads, 0);
  const byDay = [...page.matchAll(/<th scope="row">(\d{4}-\d\d-\d\d)<\/th><td class="number">(\d+)</g)];
  expect(byDay.map(([, date]) => date)).toEqual(
    Array.from({ length: days }, (_, index) => day(days - 1 - index)),
  );
  expect(byDay.reduce((sum, [, , reads]) => sum + Number(reads), 0)).toBe(total);
  const [, chart = ''] = /<svg class="days"(.*?)<\/svg>/s.exec(page) ?? [];
  expect(chart.match(/<rect /g)).toHaveLength(days);
}

/** The categories that were missed most, over REST, on the page and by a command. */
export async function expectKnownFeedback({ get, run }: Faces): Promise<void> {
  const since = day(89);
  const summary = await jsonOf<Summary>(get(`/api/v1/feedback/summary?since=${since}`));
  expect(missedOf(summary)).toEqual(missedMost);
  const printed = await run(['feedback', 'summary', '--since', since, '--format', 'json']);
  expect(missedOf(JSON.parse(printed.stdout))).toEqual(missedMost);
  const page = await (await get('/feedback', { accept: 'text/html' })).text();
  const rows = page.matchAll(/<th scope="row"><code>([^<]+)<\/code><\/th><td class="number">(\d+)</g);
  // It has all that is open.
  expect([...rows].map(([, category, count]) => [category, Number(count)])).toEqual([
    ...missedMost,
    ['too-old', 1],
  ]);
}
