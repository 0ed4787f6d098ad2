import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { bundle } from './bundle.ts';
import type { Figure } from './figure.ts';

/** What a part is given. */
export interface Bench {
  /** The program under test: a built `main.js`. */
  readonly program: string;
  readonly runs: number;
  /** How long a part lasts that measures a stream of requests. */
  readonly seconds: number;
  /** An empty folder of this name, away from the project; removed at the end. */
  folder(name: string): Promise<string>;
  /** A floor of bench/floor, bundled as the program is; gives its path. */
  floor(source: URL): Promise<string>;
}

/** A part measures and gives its lines of the table. */
export type Part = (bench: Bench) => Promise<readonly Figure[]>;

export function createBench(options: {
  program: string;
  runs: number;
  seconds: number;
  temporary: string;
}): Bench {
  const { program, runs, seconds, temporary } = options;
  const folder = async (name: string) => {
    const made = path.join(temporary, name);
    await mkdir(made, { recursive: true });
    return made;
  };
  return { program, runs, seconds, folder, floor: async (source) => bundle(source, await folder('floor')) };
}
