import { onTestFinished, vi } from 'vitest';

/**
 * Stops `Date` in this process until the test ends, so that no window of time ends by itself on a slow machine. What it gives
 * lets time pass. Timers run as ever. To be called before what asks for the time is made.
 */
export function stopDate(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds) => void vi.setSystemTime(Date.now() + milliseconds);
}

/** Stops the timers of this process until the test ends. What it gives lets time pass for them; `Date` runs as ever. */
export function stopTimers(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds) => void vi.advanceTimersByTime(milliseconds);
}
