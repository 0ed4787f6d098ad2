/** The words of a command line, as a shell would take them: blanks divide, quotes and backslashes keep together. Nothing is expanded. */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let index = 0; index < line.length; index++) {
    const sign = line[index] as string;
    const next = line[index + 1];
    if (quote !== null) {
      if (sign === quote) quote = null;
      else if (sign === '\\' && quote === '"' && (next === '"' || next === '\\'))
        word = `${word}${line[++index]}`;
      else word = `${word}${sign}`;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (sign === '\\' && next !== undefined && /[\s"'\\]/.test(next)) {
      word = (word ?? '') + line[++index];
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + sign;
  }
  if (word !== null) words.push(word);
  return words;
}
