import * as v from 'valibot';
import { Fault } from '../../model/fault.ts';
import { checkScopeName } from '../../model/names/scope-name.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import type { ReachEntry, ReachQuestion } from '../../usage/reach-report.ts';
import type { UsageDay, UsagePlace } from '../../usage/usage-report.ts';
import { defineOperation } from '../operation.ts';
import type { Service } from '../service.ts';
import { placesIn } from '../tasks/usage-places.ts';
import type { UsageAside } from '../tasks/usage-texts.ts';
import { visibleTo, widestFor } from '../tasks/visible-to.ts';
import { sinceAndScope, usageShape } from './shapes/usage-shapes.ts';

const atOnce = 16;
/** Entries of one answer at most. */
const maxUsageEntries = 10_000;
const limitRange = 'must be a whole number from 1 to 10,000';
const offsetRange = 'must be a whole number from 0 on';

/** What the texts of usage show besides the data. */
export interface UsageExtra extends UsageAside {
  readonly days: readonly UsageDay[];
}

export const getUsage = defineOperation({
  name: 'get_usage',
  title: 'What is read',
  description:
    'How often each category and kata was given out, by scope: the most read first, what was never read with 0. Or how many sessions of each client asked for guidance.',
  needs: ['for', 'mayRead', 'scope', 'scopes', 'usage'],
  input: v.strictObject({
    ...sinceAndScope,
    unread: v.optional(v.pipe(v.boolean(), v.description('Only what was not read'))),
    reach: v.optional(
      v.pipe(
        v.boolean(),
        v.description('The sessions of each client instead: connected, asked, shown guidance by a hook'),
      ),
    ),
    limit: v.optional(
      v.pipe(
        v.number(limitRange),
        v.integer(limitRange),
        v.minValue(1, limitRange),
        v.maxValue(maxUsageEntries, limitRange),
        v.description('Entries at most'),
      ),
      maxUsageEntries,
    ),
    offset: v.optional(
      v.pipe(
        v.number(offsetRange),
        v.integer(offsetRange),
        v.minValue(0, offsetRange),
        v.description('Entries to pass over first'),
      ),
      0,
    ),
  }),
  output: usageShape,
  http: { method: 'get', path: '/usage', formats: ['json', 'csv', 'markdown'], mayBeMissing: true },
  mcp: null,
  cli: { command: 'usage', format: 'markdown' },
  async run({ since: given, scope, unread, reach, limit, offset }, service) {
    const { firstDay, usageReport } = await import('../../usage/usage-report.ts');
    const now = new Date();
    const since = firstDay(given, now);
    if (since === null) throw noDay(given);
    const until = now.toISOString().slice(0, 10);
    const aside = { isOn: service.usage.isOn, isLimited: !service.isAdmin, offset };
    if (reach === true) {
      const sessions = await reachIn({ since, until }, service);
      return {
        data: { since, until, entries: [], reach: sessions },
        presentation: { ...aside, days: [], all: [] },
      };
    }
    const places = await placesOf(widestFor(service), scope);
    const sees = visibleTo(service);
    const { entries, days, passedOver } = await usageReport(await service.usage.lines(), {
      since,
      until,
      places,
      isWanted: async (name) => (scope === undefined || name === scope) && sees(name),
    });
    const wanted = unread === true ? entries.filter(({ reads }) => reads === 0) : entries;
    const shown = wanted.slice(offset, offset + limit);
    const next = offset + shown.length < wanted.length ? offset + limit : null;
    const data = {
      since,
      until,
      entries: shown,
      ...(shown.length < wanted.length && { total: wanted.length }),
      ...(next !== null && { next_offset: next }),
      ...(passedOver > 0 && { passed_over: passedOver }),
    };
    const presentation: UsageExtra = { ...aside, days, all: wanted };
    return { data, presentation, ...(next !== null && { next: { offset: next } }) };
  },
  async texts() {
    const { usageCsv, usageMarkdown } = await import('../tasks/usage-texts.ts');
    return { csv: usageCsv, markdown: (data, extra: UsageExtra) => usageMarkdown(data, extra) };
  },
});

/** The sessions of clients; none for callers who do not see all, since sessions are of no scope. */
async function reachIn(
  question: ReachQuestion,
  service: Pick<Service, 'isAdmin' | 'usage'>,
): Promise<ReachEntry[]> {
  if (!service.isAdmin) return [];
  const { reachReport } = await import('../../usage/reach-report.ts');
  return reachReport(await service.usage.lines(), question);
}

function noDay(text: string): Fault {
  const message = `${JSON.stringify(text.slice(0, 40))} is not a day: give one like 2026-03-31, or how many days like 30d.`;
  return new Fault('invalid-parameter', `"since": ${message}`, { errors: [{ path: 'since', message }] });
}

/** The categories with rules and the katas of one scope, or of all that the caller may see. A scope that cannot be read is passed over. */
async function placesOf(
  service: Pick<Service, 'scope' | 'scopes'>,
  scope: string | undefined,
): Promise<UsagePlace[]> {
  if (scope !== undefined) return placesIn(checkScopeName(scope), service);
  const { names } = await service.scopes();
  return (await inBatches(names, atOnce, (name) => placesIn(name, service).catch(() => []))).flat();
}
