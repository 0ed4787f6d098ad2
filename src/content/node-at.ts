import { isMap, isSeq, type Node } from 'yaml';
import { entriesOf } from './entries.ts';
import type { YamlFile } from './yaml-file.ts';

/**
 * The node that a path of keys and places in lists (from 0) leads to from the root of a file; where the path leads on to nothing, the last
 * node on it. Null where not even the first key is there.
 */
export function nodeAt(file: YamlFile, path: readonly (string | number)[]): Node | null {
  let found: Node | null = null;
  let at = file.peek(file.root);
  for (const step of path) {
    const next: Node | null =
      typeof step === 'number' && isSeq(at)
        ? ((at.items[step] ?? null) as Node | null)
        : typeof step === 'string' && isMap(at)
          ? (entriesOf(at).find(({ name }) => name === step)?.value ?? null)
          : null;
    if (next === null) break;
    found = next;
    at = file.peek(next);
  }
  return found;
}
