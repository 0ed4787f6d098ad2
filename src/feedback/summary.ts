import { createHash } from 'node:crypto';
import { normalise } from '../model/text/normalise.ts';
import type { FeedbackEntry, NamedRule } from './entry.ts';
import type { FeedbackSummary } from './summary-shape.ts';
import { createTally, type Tally } from './tally.ts';

type Proposal = FeedbackSummary['proposals'][number];

/** How many of each kind are shown. */
const shown = 20;
/** Pairs grow with the square of the rules in a report; of a longer report the first rules count. */
const maxRules = 12;
/** The categories that are missed together so often are worth a link. */
const againAndAgain = 2;

/** Counts the entries of a log, which may be longer than the memory. */
export async function summarise(entries: AsyncIterable<FeedbackEntry | null>): Promise<FeedbackSummary> {
  const counts = { contradictory_rules: 0, missed_categories: 0, unreadable: 0 };
  const missed = createTally<{ reason: string }>();
  const together = createTally<readonly [string, string]>();
  const disputed = createTally<{ rules: readonly NamedRule[] }>();
  let first = '';
  let last = '';
  for await (const entry of entries) {
    if (entry === null) {
      counts.unreadable += 1;
      continue;
    }
    const seen = new Date(entry.timestamp).toISOString();
    if (first === '' || seen < first) first = seen;
    if (seen > last) last = seen;
    counts[entry.type] += 1;
    if (entry.type === 'missed_categories') {
      const reason = entry.reason ?? '';
      for (const category of new Set(entry.categories)) {
        missed.count(category, seen, category.length + reason.length, { reason });
      }
      for (const pair of pairsIn(entry.categories ?? []))
        together.count(pair.join('\n'), seen, pair.join('').length, pair);
    } else {
      for (const rules of pairsOf(entry.rules ?? [])) {
        const size = rules.reduce((sum, { category, rule }) => sum + category.length + rule.length, 0);
        disputed.count(keyOf(rules), seen, size, { rules });
      }
    }
  }
  return {
    total: counts.contradictory_rules + counts.missed_categories,
    ...counts,
    first_seen: first || null,
    last_seen: last || null,
    missed: missed.top(shown).map(({ key, count, last: seen, value }) => ({
      category: key,
      count,
      last_seen: seen,
      last_reason: value.reason,
    })),
    disputed: disputed.top(shown).map(({ count, last: seen, value }) => ({
      rules: value.rules,
      count,
      last_seen: seen,
    })),
    proposals: proposalsFrom(together, disputed),
  };
}

function proposalsFrom(
  together: Tally<readonly [string, string]>,
  disputed: Tally<{ rules: readonly NamedRule[] }>,
): Proposal[] {
  const links = together
    .top(shown)
    .filter(({ count }) => count >= againAndAgain)
    .map(({ count, value: [category, see] }): Proposal => ({ kind: 'see', category, see, count }));
  const pairs = disputed
    .top(shown)
    .filter(({ value }) => value.rules.length === 2)
    .map(({ count, value: { rules } }): Proposal => ({ kind: 'reconcile', rules, count }));
  return [...links, ...pairs].sort((a, b) => b.count - a.count);
}

/** The pairs of a report's categories, by name, but for those of which one holds the other: that one is fetched with it. */
function pairsIn(categories: readonly string[]): [string, string][] {
  const distinct = [...new Set(categories)].sort().slice(0, maxRules);
  return distinct.flatMap((one, index) =>
    distinct
      .slice(index + 1)
      .filter((other) => !other.startsWith(`${one}.`))
      .map((other): [string, string] => [one, other]),
  );
}

/** The unordered pairs of a report's distinct rules, each in a fixed order. */
function pairsOf(rules: readonly NamedRule[]): (readonly NamedRule[])[] {
  const distinct = [...new Map(rules.map((rule) => [keyOf([rule]), rule]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, rule]) => rule)
    .slice(0, maxRules);
  if (distinct.length < 2) return distinct.map((rule) => [rule]);
  return distinct.flatMap((one, index) => distinct.slice(index + 1).map((other) => [one, other]));
}

function keyOf(rules: readonly NamedRule[]): string {
  const text = rules.map(({ category, rule }) => `${category}\n${normalise(rule)}`).join('\n\n');
  return createHash('sha256').update(text).digest('base64url');
}
