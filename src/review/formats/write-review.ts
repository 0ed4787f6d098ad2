import type { Review } from '../review.ts';
import { reviewGithub } from './github-format.ts';
import { reviewGitlab } from './gitlab-format.ts';
import { reviewMarkdown } from './markdown-format.ts';
import { reviewRdjson } from './rdjson-format.ts';
import { reviewSarif } from './sarif-format.ts';
import { reviewText } from './text-format.ts';

/** The formats of a review, the one for people first. */
export const reviewFormats = ['text', 'markdown', 'json', 'sarif', 'github', 'rdjson', 'gitlab'] as const;
export type ReviewFormat = (typeof reviewFormats)[number];

const writers: Readonly<Record<ReviewFormat, (review: Review) => string>> = {
  text: reviewText,
  markdown: reviewMarkdown,
  json: ({ data }) => `${JSON.stringify(data, null, 2)}\n`,
  sarif: reviewSarif,
  github: reviewGithub,
  rdjson: reviewRdjson,
  gitlab: reviewGitlab,
};

/** A review in one of its formats. */
export function writeReview(review: Review, format: ReviewFormat): string {
  return writers[format](review);
}
