/** Where somebody types inside of `{…}` and `[…]`. */
export interface FlowPlace {
  /** The keys around the place, from the first bracket on; `-` for an item of a list. */
  readonly path: readonly string[];
  readonly at: 'key' | 'value' | 'item';
  /** What is typed already of the key, value or item. */
  readonly typed: string;
  /** The other keys of the mapping. */
  readonly beside: readonly string[];
}

interface Frame {
  readonly isMap: boolean;
  key: string | null;
  readonly keys: string[];
}

/** The place at the end of `before`, which begins with a bracket; `after` is the rest of the line. Null outside of all brackets. */
export function flowPlace(before: string, after: string): FlowPlace | null {
  const frames: Frame[] = [];
  let typed = '';
  for (let at = 0; at < before.length; at++) {
    const char = before.charAt(at);
    const frame = frames.at(-1);
    const isStart = typed.trim() === '';
    if (isStart && (char === '"' || char === "'")) {
      const end = before.indexOf(char, at + 1);
      typed = before.slice(at, end === -1 ? before.length : end + 1);
      at = end === -1 ? before.length : end;
    } else if (isStart && (char === '{' || char === '[')) {
      frames.push({ isMap: char === '{', key: null, keys: [] });
      typed = '';
    } else if (char === '}' || char === ']') {
      frames.pop();
      if (frames.length === 0) return null;
      typed = '';
    } else if (char === ',') {
      if (frame !== undefined) frame.key = null;
      typed = '';
    } else if (char === ':' && frame?.isMap && frame.key === null && /^(?:\s|$)/.test(before.slice(at + 1))) {
      frame.key = typed.trim().replace(/^["']|["']$/g, '');
      frame.keys.push(frame.key);
      typed = '';
    } else typed += char;
  }
  const here = frames.at(-1);
  if (here === undefined) return null;
  const path = frames.flatMap(({ isMap, key }) => (isMap ? (key ?? []) : '-'));
  const at = !here.isMap ? 'item' : here.key === null ? 'key' : 'value';
  return { path, at, typed: typed.trimStart(), beside: [...here.keys, ...keysAfter(after)] };
}

/** The keys up to where a mapping ends. */
function keysAfter(after: string): string[] {
  const own = after.replace(/[[{][^[\]{}]*[\]}]/g, '').split(/[\]}]/)[0] ?? '';
  return [...own.matchAll(/,\s*["']?([\w.-]+)["']?\s*:(?=\s|$)/g)].flatMap(([, key]) => key ?? []);
}
