import * as v from 'valibot';
import type { FeedbackState } from '../../feedback/entry.ts';
import { Fault } from '../../model/fault.ts';
import { type DataOf, defineOperation } from '../operation.ts';
import type { Service } from '../service.ts';
import { visibleTo } from '../tasks/visible-to.ts';
import { trackedFeedbackShape } from './shapes/shapes.ts';

const id = v.pipe(v.string(), v.description('As feedback list names the entry'));
const formats = ['json', 'markdown'] as const;

export const resolveFeedback = defineOperation({
  name: 'resolve_feedback',
  title: 'Close a feedback entry',
  description:
    'Marks a feedback entry as resolved, with what was done about it; the summary leaves it out from then on.',
  needs: ['feedback', 'mayRead'],
  input: v.strictObject({
    id,
    note: v.pipe(
      v.string(),
      v.regex(/\S/, 'it must say what was done'),
      v.maxLength(2000, 'it must have at most 2,000 characters'),
      v.description('What was done about it'),
    ),
  }),
  output: trackedFeedbackShape,
  http: { method: 'post', path: '/feedback/{id}/resolve', formats },
  mcp: null,
  cli: { command: 'feedback resolve', positional: ['id'], format: 'markdown' },
  run: async ({ id: of, note }, service) => ({
    data: await setState(service, of, 'resolved', note),
    presentation: null,
  }),
  texts: async () => ({ markdown: stateLine }),
});

export const reopenFeedback = defineOperation({
  name: 'reopen_feedback',
  title: 'Open a feedback entry again',
  description: 'Marks a resolved feedback entry as open again.',
  needs: ['feedback', 'mayRead'],
  input: v.strictObject({ id }),
  output: trackedFeedbackShape,
  http: { method: 'post', path: '/feedback/{id}/reopen', formats },
  mcp: null,
  cli: { command: 'feedback reopen', positional: ['id'], format: 'markdown' },
  run: async ({ id: of }, service) => ({ data: await setState(service, of, 'open'), presentation: null }),
  texts: async () => ({ markdown: stateLine }),
});

/** Faults: `feedback-not-found`, also for an entry that the caller may not see. */
async function setState(
  service: Pick<Service, 'feedback' | 'isAdmin' | 'mayRead'>,
  of: string,
  state: FeedbackState,
  note?: string,
) {
  const channel = await service.feedback.open();
  const entry = await channel.find(of);
  if (entry === null || !(await visibleTo(service)(entry.scope))) {
    const shown = of.length > 60 ? `${of.slice(0, 60)}…` : of;
    throw new Fault(
      'feedback-not-found',
      `There is no feedback with the id "${shown}"; "precept feedback list" names the ids.`,
    );
  }
  return channel.setState(entry, state, note);
}

function stateLine({ id: of, state }: DataOf<typeof trackedFeedbackShape>): string {
  return `Feedback ${of} is ${state}.\n`;
}
