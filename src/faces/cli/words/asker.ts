import type { Interface } from 'node:readline';

/** Asks one question after the other, of lines that may have been typed ahead; null once the input has ended. */
export function createAsker(lines: Interface): (question: string) => Promise<string | null> {
  const typed: (string | null)[] = [];
  let take: ((line: string | null) => void) | null = null;
  const give = (line: string | null) => {
    if (take === null) typed.push(line);
    else take(line);
    take = null;
  };
  lines.on('line', give);
  lines.once('close', () => give(null));
  return (question) => {
    lines.setPrompt(question);
    lines.prompt();
    const [line] = typed;
    if (line === null) return Promise.resolve(null);
    if (line !== undefined) return Promise.resolve(typed.shift() ?? null);
    return new Promise((resolve) => {
      take = resolve;
    });
  };
}
