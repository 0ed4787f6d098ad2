import { Agent, request } from 'node:http';

export interface OpenLoop {
  readonly port: number;
  readonly path: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly headersOf: (number: number) => Readonly<Record<string, string>>;
  readonly status: number;
}

/**
 * Requests that arrive at random as those of many independent clients do, whether or not earlier ones were answered. Latencies, in
 * milliseconds, count from when a request was due.
 */
export async function openLoop({ port, path, perSecond, seconds, headersOf, status }: OpenLoop) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const latencies: number[] = [];
  let wrong = 0;
  const ask = (number: number, due: number) =>
    new Promise<void>((resolve) => {
      const asked = request(
        { port, host: '127.0.0.1', path, agent, headers: headersOf(number) },
        (response) => {
          if (response.statusCode !== status) wrong += 1;
          response.resume().once('close', () => {
            latencies.push(performance.now() - due);
            resolve();
          });
        },
      );
      asked.once('error', () => {
        wrong += 1;
        resolve();
      });
      asked.end();
    });
  const start = performance.now();
  const asked: Promise<void>[] = [];
  for (let due = start; due < start + seconds * 1000; ) {
    due += (-Math.log(1 - Math.random()) / perSecond) * 1000;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    asked.push(ask(asked.length, due));
  }
  await Promise.all(asked);
  agent.destroy();
  const took = (performance.now() - start) / 1000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { answers: latencies.length, seconds: took, p50: at(0.5), p99: at(0.99), wrong };
}
