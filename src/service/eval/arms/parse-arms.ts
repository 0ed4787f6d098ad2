/** What guidance an arm has: none, that of the work tree or of a commit, without a rule or a category. */
export interface ArmWords {
  readonly name: string;
  readonly isNone: boolean;
  /** A git ref; null for the work tree. */
  readonly ref: string | null;
  /** The id of a rule, or the key of a category; null where all is there. */
  readonly without: string | null;
}

/** Reads `none`, `scope`, `scope@<ref>` and `scope-<rule or category>`, with commas between; a text says what is wrong. */
export function parseArms(given: string): readonly ArmWords[] | string {
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return 'it names no arm';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `it names ${twice} twice`;
  const arms: ArmWords[] = [];
  for (const name of names) {
    const [, sign, rest = ''] = /^scope(?:([@-])(.+))?$/s.exec(name) ?? [];
    if (name !== 'none' && !/^scope(?:[@-].+)?$/s.test(name))
      return `"${name}" is none of none, scope, scope@<ref> and scope-<rule id>`;
    arms.push({
      name,
      isNone: name === 'none',
      ref: sign === '@' ? rest : null,
      without: sign === '-' ? rest : null,
    });
  }
  return arms;
}
