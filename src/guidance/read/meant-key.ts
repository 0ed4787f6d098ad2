/** Words that people write for a key, and the key. */
const otherWords: Readonly<Record<string, string>> = {
  because: 'why',
  rationale: 'why',
  reason: 'why',
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
export function strengthHint(key: string): string | null {
  const isAbout = isStrengthWord(key) || /^(?:strength|severity|level|priority)$/i.test(key);
  return isAbout ? `Remove it: ${whereStrengthIs}` : null;
}

/** The hint for a key that is none of `known` and like none of them. */
export function hintForKey(key: string, known: readonly string[]): string {
  const meant = otherWords[key.toLowerCase()];
  if (meant !== undefined && known.includes(meant)) return `Did you mean \`${meant}\`?`;
  return strengthHint(key) ?? `Known keys are ${known.join(', ')}`;
}
