/** A word, number or mark of a rule's text. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  /** Something of code or a template, compared as it is written. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'comma' }
  /** The end of a clause. Before a colon stands what the next ones are about. */
  | { readonly kind: 'stop'; readonly isColon: boolean };

/** UTF-16 units of a rule that are read: what comes later is too much for one rule, and nobody's subject. */
const maxLength = 2000;

const part =
  /\{\{[\s\S]*?\}\}|\d+(?:[.,:]\d+)*|%|[\p{L}\p{N}_@/.][\p{L}\p{M}\p{N}_'’./:@+#]*|[;:!?…()[\]\n,]|(?<=\s)[-–—]+(?=\s)/gu;

/**
 * The words and numbers of a rule, in lower case, without Markdown. Numbers at the start of a line count its items, and are
 * left out.
 */
export function tokensOf(text: string): Token[] {
  const plain = text
    .slice(0, maxLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\be-mail/g, 'email')
    .replace(/[`*~]+/g, ' ')
    .replace(/^[ \t]*(?:[-+>#]+|\d+[.)])[ \t]+/gm, ' ');
  const tokens: Token[] = [];
  for (const [found] of plain.matchAll(part)) tokens.push(...read(found));
  return tokens;
}

function read(found: string): Token[] {
  if (found.startsWith('{{')) return [{ kind: 'code', text: found.replace(/\s+/g, '') }];
  if (found === ',') return [{ kind: 'comma' }];
  if (found === '%') return [{ kind: 'word', text: '%' }];
  if (/^(?:[;:!?…()[\]\n]|[-–—]+)$/.test(found)) return [{ kind: 'stop', isColon: found === ':' }];
  if (/^\d/.test(found) && /^\d+(?:[.,:]\d+)*$/.test(found)) return [toNumber(found)];
  const word = found.replace(/^[.:]+(?=$)|[.:/'’+]+$/g, '');
  const end: Token[] = /[.:]$/.test(found) ? [{ kind: 'stop', isColon: found.endsWith(':') }] : [];
  if (word === '') return end;
  if (/[./:@_]/.test(word.replace(/^[.@/]/, '')) || /^[.@/]/.test(word))
    return [{ kind: 'code', text: word }, ...end];
  const [, digits, letters] = /^(\d+)(\p{L}+)$/u.exec(word) ?? [];
  if (digits !== undefined && letters !== undefined)
    return [toNumber(digits), { kind: 'word', text: letters }, ...end];
  return [...plainWords(word).map((text): Token => ({ kind: 'word', text })), ...end];
}

/** `don't` is two words, and `team's` is one. */
function plainWords(word: string): string[] {
  const [, verb] = /^(\p{L}+)n['’]t$/u.exec(word) ?? [];
  if (verb !== undefined) return [verb === 'ca' ? 'can' : verb === 'wo' ? 'will' : verb, 'not'];
  return [word.replace(/['’]\p{L}{0,2}$/u, '').replace(/['’]/g, '')];
}

/** `1,000` is a thousand; `3.10` and `10:30` are what they are as text, and no two of these texts are the same number. */
function toNumber(text: string): Token {
  if (/^\d{1,3}(?:,\d{3})+$/.test(text)) return { kind: 'number', value: Number(text.replaceAll(',', '')) };
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value) || /\.\d*0$/.test(text)) return { kind: 'code', text };
  return { kind: 'number', value };
}
