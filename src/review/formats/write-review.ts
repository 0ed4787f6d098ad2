import type { Review } from '../review.ts';
import { reviewText } from './text-format.ts';

/** The formats of a review. */
export const reviewFormats = ['text', 'markdown', 'json', 'sarif', 'github', 'rdjson', 'gitlab'] as const;
export type ReviewFormat = (typeof reviewFormats)[number];

/** A review in one of its formats. */
export function writeReview(review: Review, format: ReviewFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(review.data, null, 2)}\n`;
    default:
      return reviewText(review);
  }
}
