import { Worker } from 'node:worker_threads';
import { patternScript } from './pattern-script.ts';

/** For each pattern the places of texts that have it. */
type Found = readonly (readonly number[] | null)[];

/** Looks for patterns in texts, in a thread of its own that is ended where it takes too long. */
export interface PatternWorker {
  /** For each pattern the places of the texts that have it; null where that took too long. */
  find(patterns: readonly string[], texts: readonly string[]): Promise<Found>;
  close(): Promise<void>;
}

/** Milliseconds of processor time for a pattern in a file. */
const limit = 250;
/** Milliseconds after which the thread is given up, whatever it does: a machine may be busy. */
const patience = 120_000;
const resourceLimits = { maxOldGenerationSizeMb: 128 };

export function createPatternWorker(): PatternWorker {
  let worker: Worker | null = null;

  function start(): Worker {
    worker ??= new Worker(patternScript, { eval: true, resourceLimits, stdout: false, stderr: false });
    return worker;
  }

  async function stop(): Promise<void> {
    const running = worker;
    worker = null;
    await running?.terminate();
  }

  return {
    async find(patterns, texts) {
      const running = start();
      const found = await new Promise<Found | null>((resolve) => {
        const fail = () => end(null);
        const timer = setTimeout(fail, patience);
        const end = (answer: Found | null) => {
          clearTimeout(timer);
          running.off('message', end).off('error', fail).off('exit', fail);
          resolve(answer);
        };
        running.on('message', end).on('error', fail).on('exit', fail);
        running.postMessage({ patterns, texts, milliseconds: limit });
      });
      if (found === null) await stop();
      return found ?? patterns.map(() => null);
    },
    close: stop,
  };
}
