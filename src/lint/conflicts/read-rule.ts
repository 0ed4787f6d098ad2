import { type Quantity, type Statement, statementsOf } from './statements.ts';

/** A rule's text as it is compared with others. */
export interface ReadRule {
  /** Without case, blanks, punctuation and Markdown: equal for rules of the same words. */
  readonly plain: string;
  /** Its clauses; none where templates decide what the rule says. */
  readonly statements: readonly Statement[];
  /** The words of all clauses that ask for something, those of a negative one with a `-`, and what each weighs. */
  readonly words: ReadonlyMap<string, number>;
  readonly quantities: readonly Quantity[];
  /** The stems that can tell rules apart. */
  readonly stems: ReadonlySet<string>;
}

/** What a word weighs that every rule can have. */
const weakWeight = 0.25;
/** Words outside of its templates that a rule must have to be compared by them. */
const leastBesideTemplates = 3;

export function readRule(text: string): ReadRule {
  const plain = plainText(text);
  const statements = text.includes('{%') ? [] : statementsOf(text);
  const stems = new Set(statements.flatMap(({ strong }) => [...strong]));
  const isKnown =
    !text.includes('{{') ||
    [...stems].filter((stem) => !stem.startsWith('{{')).length >= leastBesideTemplates;
  const asking = isKnown ? statements.filter(({ isReason }) => !isReason) : [];
  const words = new Map<string, number>();
  for (const { strong, weak, isNegative } of asking) {
    const sign = isNegative ? '-' : '';
    for (const stem of weak) words.set(sign + stem, words.get(sign + stem) ?? weakWeight);
    for (const stem of strong) words.set(sign + stem, 1);
  }
  return {
    plain: isKnown ? plain : '',
    statements: asking,
    words,
    quantities: asking.flatMap(({ quantities }) => quantities),
    stems: isKnown ? stems : new Set(),
  };
}

/** Letters, digits and signs that mean something, in small letters, with one blank between words. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[ \t]*(?:[-+>*]|#+|\d+[.)])[ \t]+/gm, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/(?<!\d)[.,]|[.,](?!\d)|[^\p{L}\p{M}\p{N}+#%$€£<>=&@/{}|_.,]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
