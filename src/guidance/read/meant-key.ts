import { didYouMean } from '../../model/text/nearest.ts';

/** Words that people write for a key, and the key. */
const otherWords: Readonly<Record<string, string>> = {
  because: 'why',
  description: 'when',
  glob: 'paths',
  globs: 'paths',
  rationale: 'why',
  reason: 'why',
  regex: 'pattern',
  regexp: 'pattern',
  steps: 'procedure',
  text: 'rule',
};

/** Where the strength of a rule is written, for a hint. */
export const whereStrengthIs = 'rules of commandments.yml are MUST, those of suggestions.yml SHOULD';

/** Whether a key says how strong a rule is, as `MUST` does. */
export function isStrengthWord(key: string): boolean {
  return /^(?:must|should)(?:[ _-]?not)?$/i.test(key);
}

/** The hint for a key about strength, which the name of the file gives; null for any other. */
function strengthHint(key: string): string | null {
  const isAbout = isStrengthWord(key) || /^(?:strength|severity|level|priority)$/i.test(key);
  return isAbout ? `Remove it: ${whereStrengthIs}` : null;
}

/** Keys of a category that people write into a rule, and the other way round. */
const ofCategories: ReadonlySet<string> = new Set(['always', 'paths', 'see', 'tags', 'when']);
const ofRules: ReadonlySet<string> = new Set([
  'bad',
  'check',
  'good',
  'id',
  'owner',
  'source',
  'status',
  'why',
]);

/** The key of `known` that a word stands for; null where it stands for none. */
export function meantByWord(key: string, known: readonly string[]): string | null {
  const meant = otherWords[key.toLowerCase()];
  return meant !== undefined && known.includes(meant) ? meant : null;
}

/** The hint for a key that is none of `known` and like none of them. */
export function hintForKey(key: string, known: readonly string[]): string {
  if (known.includes('rule') && ofCategories.has(key))
    return `Write \`${key}\` beside \`ruleset\`, for the whole category; other rules need a category of their own`;
  const meant = meantByWord(key, known);
  if (meant !== null) return `Did you mean \`${meant}\`?`;
  return strengthHint(key) ?? `Known keys are ${known.join(', ')}`;
}

/** Keys that join those of an inherited category, so that a category may have them and no rules. */
const joining: ReadonlySet<string> = new Set(['paths', 'tags', 'see']);

/**
 * The hint for a key that is no category: `path` are the segments above it, `ownKeys` the keys of a category of the file, and `marker` the
 * one that makes a category.
 */
export function hintForSegment(
  key: string,
  path: readonly string[],
  { ownKeys, marker }: { readonly ownKeys: readonly string[]; readonly marker: string },
): string {
  const meant = didYouMean(key, ownKeys) ?? meantByWord(key, ownKeys);
  if (key === marker || path[0] === marker || (path.length === 0 && meant === marker))
    return `Put \`${marker}\` below the name of a category, like "general:"`;
  const ofRule = path.at(-1) === 'check' ? 'check' : key;
  if (marker === 'ruleset' && ofRules.has(ofRule))
    return `Write \`${ofRule}\` into a rule: "- rule: …", and \`${ofRule}\` in the line below it`;
  if (marker === 'ruleset' && key === 'procedure')
    return `Move it to katas.yml, with what is around it: \`procedure\` makes a kata, below \`katas\` of a category`;
  if (marker === 'katas' && key === 'procedure' && path.length > 0)
    return `Put the kata \`${path.at(-1)}\` below \`katas\` of a category`;
  if (marker === 'ruleset' && joining.has(key) && meant === key)
    return `Add \`ruleset\` beside \`${key}\`, as \`ruleset: []\` for an inherited category, or remove it: only a category has one`;
  if (meant === key) return `Add \`${marker}\` beside \`${key}\`, or remove it: only a category has one`;
  if (meant !== null) return `Did you mean \`${meant}\`?`;
  return strengthHint(key) ?? `Give it a mapping with \`${marker}\`, or remove it`;
}
