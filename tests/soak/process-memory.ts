import { readFileSync } from 'node:fs';

/** MiB that a process takes, and the most it ever took; 0 where the system does not tell. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return { now: 0, peak: 0 };
  }
}

/** The slope of a line through points, in units of y for one of x, with the least squares between them. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}

/** The value below which that share of all lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
