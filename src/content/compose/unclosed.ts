import type { CST } from 'yaml';

/**
 * Where the text in quotes, or the list or mapping in brackets, begins that a mistake of the composer says is not closed: the composer
 * places it where it gave up, which can be the end of the file. Null for other mistakes, and where the tokens are gone.
 */
export function openingOf(message: string, offset: number, tokens: readonly CST.Token[]): number | null {
  const isQuote = /^missing closing ["']/i.test(message);
  const [, bracket] = /end with a ([\]}])/.exec(message) ?? [];
  if (!isQuote && bracket === undefined) return null;
  let opening: number | null = null;
  const look = (token: CST.Token | null | undefined): void => {
    if (token === null || token === undefined || !('offset' in token) || token.offset > offset) return;
    if (isQuote ? endsAt(token, offset) : lacks(token, bracket)) opening = token.offset;
    if (token.type === 'document') look(token.value);
    if ('items' in token) for (const { key, value } of token.items) [key, value].forEach(look);
  };
  tokens.forEach(look);
  return opening;
}

function endsAt(token: CST.Token, offset: number): boolean {
  return (
    (token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar') &&
    token.offset + token.source.length === offset
  );
}

function lacks(token: CST.Token, bracket: string | undefined): boolean {
  return (
    token.type === 'flow-collection' &&
    (token.start.source === '[' ? ']' : '}') === bracket &&
    token.end[0]?.source !== bracket
  );
}
