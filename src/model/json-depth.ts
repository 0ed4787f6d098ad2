/** Levels of brackets and braces that arguments of requests may have; feedback has three. */
const maxDepth = 64;

/**
 * Why JSON text is not worth parsing, or null: what is nested by the thousand overflows the stack of whatever works on
 * it afterwards.
 */
export function whyTooDeep(json: string): string | null {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '[' || char === '{') {
      if (++depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`;
    } else if (char === ']' || char === '}') depth--;
  }
  return null;
}
