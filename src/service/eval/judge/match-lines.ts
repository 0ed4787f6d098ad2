import { type Context, createContext, Script } from 'node:vm';

/** Milliseconds that one pattern may take over all lines of a run. */
const patience = 2000;

const script = new Script(`{
  const found = new RegExp(pattern, 'u');
  for (const [index, line] of lines.entries()) if (found.test(line)) hits.push(index);
}`);
let context: Context | undefined;

/** Which of some lines a pattern matches, by their places; null where that takes too long, so that nothing is known. */
export function matchLines(pattern: string, lines: readonly string[]): readonly number[] | null {
  const hits: number[] = [];
  context ??= createContext({});
  Object.assign(context, { pattern, lines, hits });
  try {
    script.runInContext(context, { timeout: patience });
    return hits;
  } catch {
    return null;
  }
}
