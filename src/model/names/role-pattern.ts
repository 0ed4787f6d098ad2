/** The longest role that is looked at. */
export const maxRoleLength = 200;
/** Ways through one text that a match may try at most: three repetitions in a row. */
const maxWays = 10_000_000;
const maxPatternLength = 1000;

/** One sign or class, the opening or closing of a group, or a repetition. */
const token =
  /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<\w+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

/**
 * Why a text is not a pattern of roles; null for one that is. Roles are matched at every request, so a pattern is `slow` whose match
 * could try very many ways through one role: nested repetitions, for instance.
 */
export function rolePatternMistake(text: string): 'invalid' | 'slow' | null {
  try {
    new RegExp(text, 'u');
  } catch {
    return 'invalid';
  }
  const isSlow = text.length > maxPatternLength || waysThrough(text) > maxWays;
  return isSlow ? 'slow' : null;
}

export function isRolePattern(text: string): boolean {
  return rolePatternMistake(text) === null;
}

/** An upper bound of the ways in which a valid pattern can be tried on one role; Infinity for what is not bounded here. */
function waysThrough(pattern: string): number {
  const signs = Array.from(pattern.matchAll(token), ([sign]) => sign);
  let at = 0;
  /** Up to the end of a group: its alternatives add up, what follows one another multiplies. */
  const group = (): number => {
    let sum = 0;
    let product = 1;
    for (let sign = signs[at++]; sign !== undefined && sign !== ')'; sign = signs[at++]) {
      if (sign === '|') {
        sum += product;
        product = 1;
        continue;
      }
      const own = sign.startsWith('(') ? group() : 1;
      const isUnbounded = /^\(\?<?[=!]|^\\[1-9k]/.test(sign);
      product *= isUnbounded ? Number.POSITIVE_INFINITY : repeated(own, signs[at] ?? '');
      if (isRepetition(signs[at])) at++;
    }
    return sum + product;
  };
  return group();
}

function isRepetition(sign = ''): boolean {
  return /^(?:[*+?]|\{\d)/.test(sign);
}

/** The ways through something that has `ways`, with a repetition behind it. */
function repeated(ways: number, repetition: string): number {
  if (!isRepetition(repetition)) return ways;
  if (repetition.startsWith('?')) return ways + 1;
  const [, least = '0', open = ',', most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(repetition) ?? [];
  const times = Math.min(
    open === '' ? Number(least) : most === '' ? maxRoleLength : Number(most),
    maxRoleLength,
  );
  if (ways > 1) return open === '' ? ways ** times : times <= 1 ? ways + 1 : Number.POSITIVE_INFINITY;
  return open === '' ? 1 : times + 1;
}
