import * as v from 'valibot';
import { tooLargePatch } from '../../model/patch-limit.ts';
import { defineOperation } from '../operation.ts';
import { getRules } from './get-rules.ts';
import { maxTokens, scopeName } from './shapes/arguments.ts';
import { reviewShape } from './shapes/review-shape.ts';

/** Bytes of a patch that is sent. */
const mostBytes = 8 * 1024 * 1024;

export const reviewChange = defineOperation({
  name: 'review_change',
  title: 'Rules for a change',
  description: 'Which rules of a scope concern a patch, each with the reason; no check runs.',
  needs: ['answers', 'scope', ...getRules.needs],
  input: v.strictObject({
    scope_name: scopeName,
    patch: v.pipe(v.string(), v.description('A unified diff, as "git diff" prints it; 8 MiB at most')),
    max_tokens: maxTokens,
  }),
  output: reviewShape,
  http: {
    method: 'post',
    path: '/scopes/{scope_name}/review',
    formats: ['json', 'markdown'],
    // Line breaks and quotes take two bytes there.
    maxBody: 2 * mostBytes,
    examples: {
      'A new file': { patch: '--- /dev/null\n+++ b/src/api/orders.ts\n@@ -0,0 +1 @@\n+export {};\n' },
    },
  },
  mcp: null,
  cli: null,
  async run({ scope_name, patch, max_tokens }, service) {
    if (Buffer.byteLength(patch) > mostBytes) throw tooLargePatch(mostBytes);
    const [{ reviewPatch }, { openPolicy }] = await Promise.all([
      import('../review/review-patch.ts'),
      import('../tasks/review/open-policy.ts'),
    ]);
    const review = await reviewPatch(await openPolicy(service, scope_name), patch, max_tokens);
    return { data: review.data, presentation: review };
  },
  async texts() {
    const { writeReview } = await import('../review/formats/write-review.ts');
    return { markdown: (_, review) => writeReview(review, 'markdown') };
  },
});
