/** The words of a command line: blanks part them, but for those in quotes or behind a backslash. Null where a quote does not end. */
export function splitCommand(command: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const char = command[at] as string;
    const next = command[at + 1];
    // A backslash before anything else is one of a path of Windows.
    if (char === '\\' && quote !== "'" && next !== undefined && /["'\\ ]/.test(next)) {
      word = (word ?? '') + next;
      at++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return null;
  return word === null ? words : [...words, word];
}
