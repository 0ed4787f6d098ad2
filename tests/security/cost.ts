import { startProcessorClock } from '../support/in-time.ts';

/** What `work` gives, and the processor time that it took in this process, in ms: a busy machine does not add to it. */
export async function costOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const clock = startProcessorClock();
  const result = await work();
  return { result, ms: clock.took() };
}
