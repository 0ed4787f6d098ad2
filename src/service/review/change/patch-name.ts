const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** A name as git writes it: in quotes with escapes where it has unusual characters. What is not UTF-8 has replacement characters. */
export function unquoted(given: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(given);
  if (quoted === null) return given;
  const bytes: number[] = [];
  for (const [, octal, letter, plain] of (quoted[1] as string).matchAll(
    /\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gsu,
  )) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(escapes[letter] ?? letter.charCodeAt(0));
    else bytes.push(...Buffer.from(plain ?? ''));
  }
  return Buffer.from(bytes).toString('utf8');
}

/** Two names of one file without `a/` and `b/`, or what else git puts before them; names that are the same have nothing before them. */
export function withoutPrefixes(before: string, after: string): [string, string] {
  const isPrefixed = before !== after && /^[aciow]\//.test(before) && /^[bciow]\//.test(after);
  return isPrefixed ? [before.slice(2), after.slice(2)] : [before, after];
}
