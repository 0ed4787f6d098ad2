import { isVerb } from './verbs.ts';

/** Verbs that a part with "that", "which" or "who" has, and that no rule begins with: "changes that affect …". */
const relating = new Set(
  `affect appear apply are arise become began begin belong came cause come concern consist consume contribute correspond cost could count
  cover cross deal demand depend deviate did differ do does exceed exist face fit flow gain gave go goes grow had happen has have hit
  impact impose imply incur influence interact involve is lack lead lie live look lose matter mean meet need occur offer originate owe
  pertain possess predate qualify reach relate remain represent resemble reside result satisfy see seem sit span speak stem suit sustain
  talk tend vary violate want warrant was were`.split(/\s+/),
);
/** Words that may come before that verb: "functions that can fail must …". */
const before =
  /^(?:can|could|may|might|will|would|also|always|directly|explicitly|never|no|not|often|only|still)$/i;
/** Subjects of one word: "all that you export must …", but not "all that you must export". */
const pronoun =
  /^(?:you|we|they|i|it|he|she|others|people|users|everyone|everybody|anyone|anybody|someone)$/i;
const directly =
  /^\s*(?:(?:also|always|never|only|then)\s+)?(?:must|shall|should|ha(?:s|ve)\s+to|can|may|will)\b/i;
const obligation =
  /(?<!\b(?:and|or|but|that|which|who|what)\s+)\b(?:must|shall|ha(?:s|ve)\s+to|(?:is|are)\s+(?:\w+ly\s+)?(?:not\s+(?:allowed|permitted)|forbidden|prohibited|required|banned|mandatory))\b.*$/is;
const twoModals = /\b(?:must|shall)\b.*\b(?:must|shall|should|may|can|need)\b/is;
/** UTF-16 units of a part that is read for a verb. */
const longPart = 2000;

/**
 * What belongs to the sentence itself of a part that begins with "that", "which" or "who": "must be fast" of "that runs here must be
 * fast", where the part has its own verb. A blank for all other parts, such as "that callers must set".
 */
export function mainPart(part: string): string {
  const [, word = '', first = '', rest = ''] = /^(that|which|who)\s+([a-z]+)\b(.*)$/is.exec(part) ?? [];
  if (first === '' || part.length > longPart) return ' ';
  const isDirect = directly.test(rest);
  const hasVerb = isVerb(first) || isRelating(first) || before.test(first);
  // "Which test must run" is a question.
  const isClause = pronoun.test(first) ? !isDirect : hasVerb && !(isDirect && /^which$/i.test(word));
  if (!isClause) return ' ';
  const own = rest.replace(/\b(?:that|which|who)\s.*$/is, withoutClause);
  return ` ${obligation.exec(own)?.[0] ?? ''}`;
}

/** A part within such a part; "that" may also point to a thing, as in "a change that breaks that API must …". */
function withoutClause(part: string): string {
  const [, first = '', rest = ''] = /^that\s+([a-z]+)\b(.*)$/is.exec(part) ?? [];
  const isThing =
    first !== '' &&
    directly.test(rest) &&
    !pronoun.test(first) &&
    !directly.test(first) &&
    !twoModals.test(rest);
  return isThing ? rest : mainPart(part);
}

/** Whether a word is one of these verbs, as it stands or as the third person. */
function isRelating(word: string): boolean {
  const low = word.toLowerCase();
  return [low, low.replace(/s$/, ''), low.replace(/es$/, '')].some((form) => relating.has(form));
}
