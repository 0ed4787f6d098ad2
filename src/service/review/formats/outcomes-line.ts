import type { Outcome } from '../review-data.ts';
import type { Review } from '../to-review.ts';

const order: readonly Outcome[] = ['violated', 'waived', 'not-run', 'review', 'kept'];

/** What became of all chosen rules, counted; nothing where checks did not run. */
export function outcomesLine({ judgements }: Pick<Review, 'judgements'>): string[] {
  if (judgements === null) return [];
  const outcomes = [...judgements.values()].map(({ outcome }) => outcome);
  const counts = order.flatMap((one) => {
    const count = outcomes.filter((outcome) => outcome === one).length;
    return count === 0 ? [] : [`${count} ${one}`];
  });
  return counts.length === 0 ? [] : [`Outcomes: ${counts.join(', ')}`];
}
