import type { Review } from '../to-review.ts';
import { reviewGithub } from './github-format.ts';
import { reviewGitlab } from './gitlab-format.ts';
import { reviewMarkdown } from './markdown-format.ts';
import { reviewPrompt } from './prompt-format.ts';
import { reviewRdjson } from './rdjson-format.ts';
import { reviewSarif } from './sarif-format.ts';
import { reviewText } from './text-format.ts';

/** The formats of a review, the one for people first. */
export const reviewFormats = ['text', 'markdown', 'json', 'sarif', 'github', 'rdjson', 'gitlab'] as const;
export type ReviewFormat = (typeof reviewFormats)[number];

const writers: Readonly<Record<ReviewFormat | 'prompt', (review: Review) => string>> = {
  text: reviewText,
  markdown: reviewMarkdown,
  json: ({ data }) => `${JSON.stringify(data, null, 2)}\n`,
  sarif: reviewSarif,
  github: reviewGithub,
  rdjson: reviewRdjson,
  gitlab: reviewGitlab,
  prompt: reviewPrompt,
};

/** A review in one of its formats, or as the prompt of an agent. */
export function writeReview(review: Review, format: ReviewFormat | 'prompt'): string {
  return writers[format](review);
}
