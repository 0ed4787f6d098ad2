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

/** Starts a clock that gives others a turn when a while has passed since its last one. */
export function startTurns(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < slice) return;
    await nextTurn();
    start = performance.now();
  };
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
