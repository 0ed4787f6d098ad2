import { mainPart } from '../../../model/text/main-clause.ts';
import type { FoundRule } from '../../report.ts';
import { withoutExamples } from './example-regions.ts';

const label = /^(?:(\*\*|__)(must|should)(?:\1:|:\1)|(MUST|SHOULD):)\s+(?=\S)/i;

/** What takes an obligation away, or only speaks of one. */
const noObligation =
  /\b(?:do(?:es)?|did|need|has|have)(?:\s+not|n['’]?t)\s+(?:have|need|be|require)\b(?:\s+to\b(?:\s+always\b)?)?|\b(?:need\s+not|needn['’]t|no\s+need)\b|\b(?:(?:is|are|be)\s+not|(?:is|are)n['’]t|not)\s+(?:required|mandatory|necessary|needed|forbidden|prohibited)\b(?:\s+to\s+(?:always|never)\b)?|\bwhether\s+or\s+not\b|\b(?:if|as|when|where)\s+required\b|\b(?:almost|nearly)\s+(?:always|never)\b|\bnever\s+mind\b|(?<!\b(?:not|never|hardly)\s|n['’]t\s)\b(?:fine|ok|okay|acceptable|allowed|free|safe|enough|welcome|tempting)\s+to\s+(?:always|never)\b|\b(?:may|can|could|might)\s+always\b|\balways\s+(?:fine|ok|okay|acceptable|allowed|safe|welcome)\b|(?<!\bdo\s)\bnot\s+always\b|\b(?:do\s+not|don['’]?t)\s+(?:worry|hesitate)\b/gi;
/** A part of a sentence that says when, why or which, so that its words oblige nobody. */
const subordinate =
  /\b(?:if|when|whenever|unless|because|since|why|whether|which|who|whose|where|how|until|while|(?<=\S\s)what(?=\s+(?:you|we|they|it)\s+(?:do|can))|(?<!\b(?:sure|ensure|ensures|certain|remember|note|require|requires|important|mandatory)\s)that)\b[^,;:.!?\n—]*/gi;
/** The head of a table names its columns: "Do", "Don't". */
const tableHead = /^(?=[^\n|]*\|)[^\n]*\n(?=[ \t]*(?:\|[ \t]*)?:?-+:?[ \t\r]*(?:\||$)[-|: \t\r]*$)/gm;
/** What something does by itself: "always returns", "never commits". */
const description =
  /\b(?:always|never)\s+(?!(?:as|across|less|plus|this|unless|versus|access|address|process|pass|bypass|express|discuss|focus|compress|assess|dismiss|miss|cross|guess|suppress|possess|stress|toss|reuse)\b)[a-z]+s\b/g;
const mandatory =
  /\b(?:must(?:n['’]t)?|shall|never|always|mandatory|do\s+not|don['’]ts?|dont|forbidden|prohibited|disallowed|can['’]t|cannot|can\s+not|not\s+(?:allowed|permitted|acceptable)|unacceptable|non-negotiable|ha(?:s|ve)\s+to|no\s+exceptions?|under\s+no\s+circumstances|(?:is|are|be)\s+(?:\w+ly\s+)?(?:required|banned)|may\s+not(?!\s+(?:work|exist|apply|need|have|always|know|be\s+(?:available|present|installed|set|needed|necessary|able))\b))\b|^[^\w\r\n\u2028\u2029]*required:/im;
/** A sentence that leaves something to nobody, or to some people alone. */
const exclusive =
  /(?:^|[.!?:]\s+)[^\w\r\n]*(?:strictly\s+no\b|(?:nobody|no\s+one|no-one)\s+(?:but\s+\S+\s+|except\s+\S+\s+)?(?:may\b|(?!(?:has|is|was|knows|likes|wants|cares|remembers|needs|uses)\b)[a-z-]+s\b)|only\s+(?:(?:the|a|an|code|team|repo(?:sitory)?|release|tech)\s+){0,2}(?:admins?|administrators?|(?:code)?owners?|leads?|maintainers?|members?|reviewers?|humans?|people|bots?|ci)\s+(?:may|can|merges?|push(?:es)?|deploys?|publish(?:es)?|releases?|approves?|tags?|edits?)\b|only\s+(?!some\b|certain\b|a\s+few\b)(?:[\w'’/-]+\s+){0,6}may\s+(?!(?:not|need|fail|have|exist|apply|support|work|vary|happen|appear|occur|know|want)\b))|\bno\s[^.!?\n]{0,200}\bever\s*(?:[.!]|$)/im;
const capitals = /\b(?:IMPORTANT|CRITICAL|REQUIRED|NO|NOT(?!\s+NULL)|(?<!READ[\s-])ONLY)\b/;
const advice =
  /\b(?:optional(?:ly)?|should(?:n['’]t)?|recommended|nice\s+to\s+have|needn['’]t|(?:do(?:es)?(?:\s+not|n['’]?t)|need\s+not)\s+(?:have|need))\b/i;

/**
 * A text as a rule: a label in front (`**MUST**:`, `SHOULD:`) decides and is taken off, else the words of its sentences, outside of
 * code, else what stands above it, else the default.
 */
export function toRule(
  text: string,
  { above, mustByDefault }: { readonly above: boolean | null; readonly mustByDefault: boolean },
): FoundRule {
  const found = label.exec(text);
  if (found !== null && hasLabel(text)) {
    const must = /must/i.test(found[0]);
    return { text: text.slice(found[0].length), must, isStated: true };
  }
  if (saysMust(text)) return { text, must: true, isStated: true };
  const isStated = above !== null || advice.test(plainWords(text));
  return { text, must: above ?? (mustByDefault && !isStated), isStated };
}

/** Whether a text begins with a word that says how strong it is. */
export function hasLabel(text: string): boolean {
  const found = label.exec(text);
  // In small letters only as bold text: "Must: …" may be a sentence.
  return found !== null && (found[2] !== undefined || /^[A-Z]+:/.test(text));
}

/** Whether a text says in words, outside of code, that something is mandatory. */
export function saysMust(text: string): boolean {
  const plain = plainWords(withoutExamples(text)).replace(tableHead, '');
  if (capitals.test(plain) && /[a-z]/.test(plain)) return true;
  const main = mainClauses(plain);
  return mandatory.test(main) || exclusive.test(main);
}

/** Whether a text says in words, outside of code, that something should be done. */
export function saysShould(text: string): boolean {
  return /\bshould(?:n['’]t)?\b/i.test(mainClauses(plainWords(text)));
}

function mainClauses(plain: string): string {
  return plain.replace(noObligation, ' ').replace(subordinate, mainPart).replace(description, ' ');
}

/** Whether the main clause of a text says itself that something is not to be done. */
export function isNegative(text: string): boolean {
  const plain = plainWords(text).trim();
  if (/^[^\p{L}\p{N}]*(?:never|no|not|avoid|do\s+not|don['’]?t|without|stop|refrain|nothing)\b/iu.test(plain))
    return true;
  const main = plain.replace(
    /\b(?:that|which|who|when|if|unless|because|since|without|where|so|until|while|except)\b.*$/is,
    '',
  );
  return /\b(?:never|cannot|(?:must|should|shall|may|can|do|does|is|are|will|be)\s+not|not\s+(?:allowed|permitted)|forbidden|prohibited)\b|n['’]t\b/i.test(
    main,
  );
}

/** Marks of emphasis, but no `_` inside of a name: "Do **not**" obliges as "Do not" does. */
const emphasis = /\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/**
 * The words of a text without code spans and emphasis, in time linear in its length: the spans of CommonMark, whose marks have the
 * same length.
 */
function plainWords(text: string): string {
  return withoutCode(text).replace(emphasis, '');
}

/** A text without its code spans and blocks of code. */
export function withoutCode(text: string): string {
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
