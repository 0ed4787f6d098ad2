// Started by load.test.ts in a process of its own: 64 connections ask one thing again and again for a while.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

export interface LoadPlan {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly request: {
    readonly path: string;
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** What every answer must hold. */
  readonly expected: string;
}

export interface LoadResult {
  readonly requests: number;
  /** The first few answers that were wrong, as text. */
  readonly errors: readonly string[];
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Runs a plan over kept connections and gives what came of it. */
async function run({ url, connections, seconds, request, expected }: LoadPlan): Promise<LoadResult> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const errors: string[] = [];
  const worker = async () => {
    while (performance.now() < end && errors.length < 5) {
      const start = performance.now();
      try {
        const { statusCode, body } = await pool.request(request);
        const text = await body.text();
        if (statusCode !== 200 || !text.includes(expected))
          errors.push(`${statusCode} ${text.slice(0, 300)}`);
      } catch (error) {
        errors.push(String(error));
        await delay(10);
      }
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { requests: times.length, errors, p50: at(0.5), p99: at(0.99) };
}

process.once('message', async (plan: LoadPlan) => {
  const result = await run(plan);
  process.send?.(result, () => process.disconnect());
});
