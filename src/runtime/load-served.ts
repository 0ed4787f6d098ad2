import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A file of the program: the build gives it what it imports at run time, as a function that does. */
interface Part {
  readonly $later?: () => Promise<unknown>[];
}

/** Milliseconds between two files, so that requests are answered meanwhile. */
const between = 5;

/**
 * Loads every file of the program that a server may need later. An update of the package removes the files of the version that runs, and
 * the server serves on until it is restarted. Node.js looks for a file once for each that imports it, so each has to import what it may
 * need. `program` is the folder of served.json, which the build writes; what cannot be loaded is left for the request that needs it.
 */
export async function loadServed(program: URL): Promise<void> {
  const text = await readFile(new URL('served.json', program), 'utf8').catch(() => '[]');
  for (const file of JSON.parse(text) as string[]) {
    const part: Part = await import(new URL(file, program).href).catch(() => ({}));
    await Promise.allSettled(part.$later?.() ?? []);
    await pause(between, undefined, { ref: false });
  }
}
