/**
 * A test of whether a whole text matches a pattern in which `*` stands for any characters and `?` for one; everything
 * else, brackets included, stands for itself, because names of tests are full of it. Takes at most text times pattern.
 */
export function createGlob(pattern: string): (text: string) => boolean {
  const start = pattern.search(/[*?]/);
  if (start === -1) return (text) => text === pattern;
  const prefix = pattern.slice(0, start);
  const longest = pattern.split(/[*?]/).reduce((a, b) => (b.length > a.length ? b : a), '');
  // Most texts fail on the letters that have to be there.
  return (text) => text.startsWith(prefix) && text.includes(longest) && matches(pattern, text);
}

export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

function matches(pattern: string, text: string): boolean {
  let at = 0;
  let wanted = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (pattern[wanted] === '*') {
      star = wanted++;
      resume = at;
    } else if (wanted < pattern.length && (pattern[wanted] === '?' || pattern[wanted] === text[at])) {
      wanted++;
      at++;
    } else if (star !== -1) {
      // The last star takes one character more; an earlier one never needs to.
      wanted = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[wanted] === '*') wanted++;
  return wanted === pattern.length;
}
