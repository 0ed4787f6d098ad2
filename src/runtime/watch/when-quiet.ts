export interface WhenQuiet {
  /** Something happened: what waits for quiet waits anew, but not without end. */
  note(): void;
  /** What happened so far is being dealt with. */
  begin(): void;
  close(): void;
}

/**
 * Calls `act` once nothing has happened for `quiet` milliseconds, or after `patience` where things happen without a pause.
 * Keeps no process alive.
 */
export function whenQuiet(
  act: () => void,
  { quiet, patience }: { readonly quiet: number; readonly patience: number },
): WhenQuiet {
  let first: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  return {
    note() {
      const now = performance.now();
      first ??= now;
      clearTimeout(timer);
      timer = setTimeout(act, Math.max(0, Math.min(quiet, first + patience - now))).unref();
    },
    begin() {
      first = null;
    },
    close: () => clearTimeout(timer),
  };
}
