/** Milliseconds of work after which others get a turn. */
const slice = 20;

/** Settles once everything else that waits, requests of others for instance, has had its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Does work that can pause where it yields, and gives others a turn whenever it has taken a while. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let start = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < slice) continue;
    await nextTurn();
    start = performance.now();
  }
}

/** Does the same work without a pause. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** For work of many small steps, of which each costs less than a pause: tells whether `milliseconds` have passed since it last said so. */
export function createDue(milliseconds = 5): () => boolean {
  let start = performance.now();
  return () => {
    const now = performance.now();
    if (now - start < milliseconds) return false;
    start = now;
    return true;
  };
}

/**
 * Lets long work be interrupted: the function gives a promise to wait for once the work has gone on for `milliseconds` without
 * a pause, in which others get their turn, and undefined before that.
 */
export function createPause(milliseconds = 10): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < milliseconds) return undefined;
    // What arrives in one turn is dealt with in the next.
    return nextTurn()
      .then(nextTurn)
      .then(() => {
        start = performance.now();
      });
  };
}

/** The same for work that waits at each step in any case. */
export function startTurns(): () => Promise<void> {
  const pause = createPause(slice);
  return async () => pause();
}

/** Runs works one after the other, each once those before it have settled. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
