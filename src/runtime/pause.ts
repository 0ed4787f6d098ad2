/**
 * Lets long work be interrupted: the function gives a promise to wait for once the work has gone on for `ms` without a
 * pause, in which whatever else waits for this process gets its turn, and undefined before that.
 */
export function createPause(ms = 10): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < ms) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        start = performance.now();
        resolve();
      });
    });
  };
}
