import type { FoundRule } from '../../report.ts';

const label = /^(?:(\*\*|__)(must|should)(?:\1:|:\1)|(MUST|SHOULD):)\s+(?=\S)/i;
const mandatory = /\b(?:must|never|always|do\s+not|don['’]ts?|required|shall)\b/i;
const negative = /\b(?:never|not|no|avoid|without|don['’]?ts?|n['’]t)\b|n['’]t\b|[❌🚫⛔]/iu;
const forbids =
  /^[^\p{L}\p{N}]*(?:never|do\s+not|don['’]?ts?|avoid|anti-?patterns?|forbidden|prohibited|not\s+allowed|what\s+not\s+to\s+do)(?![\p{L}\p{N}])|[❌🚫⛔]/iu;
const condition =
  /^[^\p{L}\p{N}]*(?:when|whenever|if|unless|before|after|while|during|until|only|except|for|in|on|as\s+soon\s+as)(?![\p{L}\p{N}])/iu;

/**
 * A text as a rule: a label in front (`**MUST**:`, `SHOULD:`) decides and is taken off, else the words of `own` (the text
 * itself, without what is nested in it) decide, else the default.
 */
export function toRule(text: string, own: string, mustByDefault: boolean): FoundRule {
  const found = label.exec(text);
  // In small letters only as bold text: "Must: …" may be a sentence.
  if (found !== null && (found[2] !== undefined || /^[A-Z]+:/.test(text))) {
    const must = /must/i.test(found[0]);
    return { text: text.slice(found[0].length), must, isStated: true };
  }
  const isStated = saysMust(own);
  return { text, must: isStated || mustByDefault, isStated };
}

/** Whether a text says in words, outside of code, that something is mandatory. */
export function saysMust(text: string): boolean {
  return mandatory.test(withoutCode(text));
}

/** Whether a heading or an introduction turns what stands below it into the opposite: "Never:", "Don'ts". */
export function isForbidding(text: string): boolean {
  return forbids.test(text);
}

/** Whether an introduction says when what stands below it holds. */
export function isCondition(text: string): boolean {
  return condition.test(text);
}

/** Whether a text says itself that something is not to be done. */
export function isNegative(text: string): boolean {
  return negative.test(withoutCode(text));
}

/** A text without its code spans, in time linear in its length: the spans of CommonMark, whose marks have the same length. */
function withoutCode(text: string): string {
  const marks = [...text.matchAll(/`+/g)].map((found) => ({ at: found.index, length: found[0].length }));
  const byLength = new Map<number, number[]>();
  for (const { at, length } of marks) {
    const places = byLength.get(length);
    if (places === undefined) byLength.set(length, [at]);
    else places.push(at);
  }
  return cut(text, marks, byLength);
}

function cut(
  text: string,
  marks: readonly { at: number; length: number }[],
  byLength: ReadonlyMap<number, readonly number[]>,
): string {
  const used = new Map<number, number>();
  let from = 0;
  let plain = '';
  for (const { at, length } of marks) {
    if (at < from) continue;
    const places = byLength.get(length) as readonly number[];
    let next = used.get(length) ?? 0;
    while (next < places.length && (places[next] as number) <= at) next++;
    used.set(length, next);
    const end = places[next];
    if (end === undefined) continue;
    plain += `${text.slice(from, at)} `;
    from = end + length;
  }
  return plain + text.slice(from);
}
