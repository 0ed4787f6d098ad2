import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tempFolder } from '../support/folder.ts';

/** When the history ends: half a minute into a day, in UTC; two days after clocks were put forward in Europe. */
export const now = '2026-03-31T00:00:30.000Z';

/** The day so many days before that, in UTC. */
export const day = (back: number): string =>
  new Date(Date.UTC(2026, 2, 31 - back)).toISOString().slice(0, 10);

/** Of acme two categories were renamed; nobody reads security. shop inherits from it; vault is for owners. */
export const content: Readonly<Record<string, string>> = {
  'acme/commandments.yml': 'delivery: {ruleset: [A]}\napi.errors: {ruleset: [B]}\nsecurity: {ruleset: [C]}\n',
  'acme/suggestions.yml': 'delivery: {ruleset: [D]}\ndelivery.announcements: {ruleset: [E]}\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/suggestions.yml': 'search: {ruleset: [F]}\nbasket: {ruleset: [G]}\n',
  'shop/katas.yml':
    'delivery: {katas: {cut-release: {procedure: 1. Tag.}, roll-back: {procedure: 1. Revert.}}}\n',
  'vault/metadata.yml': 'auth: {accepted_roles: [owner]}\n',
  'vault/commandments.yml': 'keys: {ruleset: [H]}\nrotation: {ruleset: [I]}\n',
};

/** What was read by MCP from one replica and over REST from the other, and how many days ago. */
const read: readonly [scope: string, name: string, when: (back: number) => boolean][] = [
  ['acme', 'delivery', () => true],
  ['acme', 'api.faults', (back) => back >= 45],
  ['acme', 'api.errors', (back) => back < 45],
  ['acme', 'delivery.notes', (back) => back >= 60],
  ['shop', 'delivery', (back) => back % 7 < 5],
  ['shop', 'delivery/cut-release', (back) => back % 10 === 0],
  ['shop', 'delivery/roll-back', (back) => back === 90],
  ['shop', 'api.errors', (back) => back === 89],
  ['shop', 'basket', (back) => back === 1],
  ['shop', 'search', (back) => back === 0],
  ['vault', 'keys', (back) => back % 3 === 0],
  ['gone', 'x', (back) => back === 5],
];

/** Reads that come out of it, of the last 90 days and of the last 30, each with today; what nobody is to see there is left out. */
export const known = {
  '90d': [
    ['acme delivery', 360],
    ['shop delivery', 130],
    ['acme api.errors', 90],
    ['acme api.faults', 90],
    ['acme delivery.notes', 60],
    ['vault keys', 60],
    ['shop delivery/cut-release', 18],
    ['gone x', 2],
    ['shop api.errors', 2],
    ['shop basket', 2],
    ['shop search', 2],
    ['acme delivery.announcements', 0],
    ['acme security', 0],
    ['shop delivery/roll-back', 0],
    ['shop delivery.announcements', 0],
    ['shop security', 0],
    ['vault rotation', 0],
  ],
  '30d': [
    ['acme delivery', 120],
    ['acme api.errors', 60],
    ['shop delivery', 44],
    ['vault keys', 20],
    ['shop delivery/cut-release', 6],
    ['gone x', 2],
    ['shop basket', 2],
    ['shop search', 2],
    ['acme delivery.announcements', 0],
    ['acme security', 0],
    ['shop api.errors', 0],
    ['shop delivery/roll-back', 0],
    ['shop delivery.announcements', 0],
    ['shop security', 0],
    ['vault rotation', 0],
  ],
} as const satisfies Record<string, readonly (readonly [string, number])[]>;

/** When some of it was last read. */
export const lastRead: Readonly<Record<string, string | null>> = {
  'acme delivery': '2026-03-31T00:00:20.000Z',
  'shop search': '2026-03-31T00:00:20.000Z',
  // Counted before midnight, written after it.
  'shop basket': '2026-03-30T23:59:59.999Z',
  'shop delivery/roll-back': '2025-12-31T23:59:59.000Z',
  'acme security': null,
  'vault rotation': null,
};

/** The same as files that two replicas have written, with lines that are torn and that count nothing. */
export async function plantUsage(): Promise<string> {
  const file = path.join(await tempFolder(), 'usage.jsonl');
  const lines: string[] = [];
  for (let back = 99; back >= 0; back -= 1) {
    for (const face of ['mcp', 'rest'] as const) {
      const counts = read
        .filter(([, , when]) => when(back))
        .map(([scope, name]) => {
          const [category, kata] = name.split('/');
          const reads = scope === 'acme' && name === 'delivery' ? (face === 'mcp' ? 1 + (back % 3) : 2) : 1;
          return { day: day(back), scope, category, ...(kata && { kata }), face, reads, tokens: 10 * reads };
        });
      lines.push(JSON.stringify({ timestamp: writtenAt(back, face), id: `${face}-${back}`, counts }));
    }
  }
  const nothing = { day: day(3), scope: 'acme', category: 'security', face: 'cli', reads: 0, tokens: 0 };
  lines.push(JSON.stringify({ timestamp: `${day(3)}T12:00:00Z`, id: 'nothing', counts: [nothing] }));
  lines.push('{"timestamp":"2026-03-30T00:00:00Z","counts":[{"day"');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

/** One replica writes in the morning, by the time of New York; the other in the last second of the day, and on two days after midnight. */
function writtenAt(back: number, face: 'mcp' | 'rest'): string {
  if (back === 0) return '2026-03-31T00:00:20.000Z';
  if (back === 1) return '2026-03-31T00:00:05.000Z';
  return face === 'mcp' ? `${day(back + 1)}T23:30:00-05:00` : `${day(back)}T23:59:59.000Z`;
}

/** Entries of feedback of 90 days, with what is missed most. */
export const missedMost: readonly (readonly [category: string, count: number])[] = [
  ['delivery', 18],
  ['api.errors', 12],
  ['security', 9],
  // As often as each other: the one that was missed last comes first.
  ['late', 2],
  ['keys', 2],
  ['early', 2],
];

/** The same as a log; `keys` are about vault, and one entry of `delivery` is about no scope. */
export async function plantFeedback(): Promise<string> {
  const file = path.join(await tempFolder(), 'feedback.jsonl');
  const lines: object[] = [];
  const miss = (id: string, timestamp: string, scope: string | undefined, ...categories: string[]) =>
    lines.push({
      ...{ timestamp, id, type: 'missed_categories', task: `task ${id}`, categories, reason: `reason ${id}` },
      ...(scope !== undefined && { scope }),
    });
  for (let back = 89; back >= 0; back -= 1) {
    const at = `${day(back)}T00:00:10.000Z`;
    // Twice in one entry is once.
    if (back % 5 === 0) miss(`d${back}`, at, back === 0 ? undefined : 'shop', 'delivery', 'delivery');
    if (back % 10 === 2) miss(`a${back}`, at, 'acme', 'api.errors', 'security');
    if (back % 30 === 7) miss(`b${back}`, at, 'acme', 'api.errors');
    if (back === 80 || back === 70) miss(`e${back}`, at, 'acme', 'early');
    if (back === 60 || back === 4) miss(`k${back}`, at, 'vault', 'keys');
    if (back === 50 || back === 3) miss(`l${back}`, at, 'shop', 'late');
    // Done: it does not count any more.
    if (back % 2 === 0) miss(`r${back}`, at, 'shop', 'resolved');
  }
  // By the clock of Berlin the first day has begun, in UTC it has not.
  miss('before', `${day(89)}T01:30:00+02:00`, 'acme', 'too-old');
  const resolved = lines
    .map((line) => (line as { id: string }).id)
    .filter((id) => id.startsWith('r'))
    .map((id) => ({ id, state: 'resolved', note: 'Done', timestamp: now }));
  await writeFile(file, [...lines, ...resolved].map((line) => `${JSON.stringify(line)}\n`).join(''));
  await appendFile(file, '{"torn":\n');
  return file;
}
