import { oneLine } from '../../render/foreign-text.ts';

/** Two texts in turn: what stands outside of code, and the code spans and fences between. */
const code = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|(`+)(?:(?!\2)[\s\S])*?[^`]\2(?!`)/g;
/** A word that clients read as the name of a file to take in. */
const mention = /(^|[\s([{"'*_>])@(?=[\w.~/\\-])(\S*[\w/\\-])/g;

/**
 * A text of guidance for an instruction file, in which it neither ends our block nor has a client take in another file: our
 * markers become plain text, and `@path` stands in a code span.
 */
export function harmless(text: string): string {
  return withoutMentions(withoutBlockMarks(text));
}

/** The text with our markers made plain text, in code too: tools look for them everywhere. */
export function withoutBlockMarks(text: string): string {
  return text.replace(/<!--(?=\s*precept\b)/gi, '<\\!--');
}

function withoutMentions(text: string): string {
  if (!text.includes('@')) return text;
  const parts: string[] = [];
  let from = 0;
  for (const span of text.matchAll(code)) {
    parts.push(quoted(text.slice(from, span.index)), span[0]);
    from = span.index + span[0].length;
  }
  parts.push(quoted(text.slice(from)));
  return parts.join('');
}

function quoted(text: string): string {
  return text.replace(mention, (_, before: string, name: string) => `${before}\`@${name}\``);
}

/** A value for one line of frontmatter. */
export function plainValue(text: string): string {
  return oneLine(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
