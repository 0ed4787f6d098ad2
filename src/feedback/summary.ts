import { createHash } from 'node:crypto';
import { normalise } from '../model/normalise.ts';
import type { FeedbackEntry, NamedRule } from './entry.ts';
import { createTally } from './tally.ts';

export interface MissedCategory {
  readonly category: string;
  readonly count: number;
  readonly last_seen: string;
  /** The latest reason why it was not fetched. */
  readonly last_reason: string;
}

export interface DisputedRules {
  /** Two rules; one where a report names only one. */
  readonly rules: readonly NamedRule[];
  readonly count: number;
  readonly last_seen: string;
}

export interface FeedbackSummary {
  readonly total: number;
  readonly contradictory_rules: number;
  readonly missed_categories: number;
  /** Lines of the log that are not entries. */
  readonly unreadable: number;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  /** The most missed first. */
  readonly missed: readonly MissedCategory[];
  /** The most disputed first. */
  readonly disputed: readonly DisputedRules[];
}

/** How many of each kind are shown. */
const shown = 20;
/** Pairs grow with the square of the rules in a report; of a longer report the first rules count. */
const maxRules = 12;

/** Counts the entries of a log, which may be longer than the memory. */
export async function summarise(entries: AsyncIterable<FeedbackEntry | null>): Promise<FeedbackSummary> {
  const counts = { contradictory_rules: 0, missed_categories: 0, unreadable: 0 };
  const missed = createTally<{ reason: string }>();
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
  };
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
