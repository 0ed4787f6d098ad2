/** A commandments.yml of many rules in some 400 categories, at most as large as is read. */
export function manyRules(count: number, textOf: (index: number) => string): string {
  const each = Math.ceil(count / 400);
  let text = '';
  for (let at = 0; at < count; at++) {
    const category = at % each === 0 ? `c${at}:\n  when: Now\n  ruleset:\n` : '';
    const more = `${category}    - ${textOf(at)}\n`;
    if (text.length + more.length > 4_000_000) break;
    text += more;
  }
  return text;
}

/** A word that no language has, another one for each seed. */
export function word(seed: number): string {
  return `w${((seed * 2_654_435_761) >>> 0).toString(36).replace(/\d/g, 'q')}`;
}
