import * as v from 'valibot';
import type { TrackedEntry } from '../../feedback/entry.ts';
import { parseSince } from '../../feedback/since.ts';
import { feedbackSummaryShape } from '../../feedback/summary-shape.ts';
import { defineOperation } from '../operation.ts';
import type { Service } from '../service.ts';
import { visibleTo } from '../tasks/visible-to.ts';

export const feedbackSummary = defineOperation({
  name: 'get_feedback_summary',
  title: 'What feedback says',
  description:
    'What open feedback says: the categories that were missed most and the rules that were disputed most, with the place where each rule is written now, and what could be done.',
  needs: ['answers', 'feedback', 'mayRead', 'scope', 'scopes'],
  input: v.strictObject({
    since: v.optional(
      v.pipe(
        v.string(),
        v.description('Only feedback from this date on (2026-03-31), or this long back (7d, 24h)'),
      ),
    ),
  }),
  output: feedbackSummaryShape,
  http: { method: 'get', path: '/feedback/summary', formats: ['json', 'markdown'] },
  mcp: null,
  cli: { command: 'feedback summary', format: 'markdown' },
  async run(input, service) {
    const since = input.since === undefined ? undefined : parseSince(input.since, Date.now());
    const channel = await service.feedback.open();
    const [{ summarise }, { findPlaces }] = await Promise.all([
      import('../../feedback/summary.ts'),
      import('./feedback-places.ts'),
    ]);
    const open = channel.entries({ since, state: 'open' });
    const { disputed, ...rest } = await summarise(seenBy(service, open));
    const placesOf = await findPlaces(
      service,
      disputed.flatMap(({ rules }) => rules),
    );
    const placed = disputed.map(({ rules, ...counts }) => ({
      rules: rules.map((rule) => ({ ...rule, places: placesOf(rule) })),
      ...counts,
    }));
    return { data: { ...rest, disputed: placed }, presentation: null };
  },
  async texts() {
    const { summaryMarkdown } = await import('../../feedback/feedback-markdown.ts');
    return { markdown: summaryMarkdown };
  },
});

/** The entries that the caller may see; lines that are none are for those who may see all. */
async function* seenBy(
  service: Pick<Service, 'isAdmin' | 'mayRead'>,
  entries: AsyncIterable<TrackedEntry | null>,
): AsyncGenerator<TrackedEntry | null> {
  const sees = visibleTo(service);
  for await (const entry of entries) if (await sees(entry?.scope)) yield entry;
}
