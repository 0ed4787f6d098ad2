import type { Node, YAMLMap } from 'yaml';
import type { Problem } from '../model/problems/problem.ts';
import { didYouMean } from '../model/text/nearest.ts';
import { renameKey } from './text/fixes.ts';
import { addProblems, isFull, keyText, type YamlFile } from './yaml-file.ts';

/** A pair of a mapping; `value` is null only where nothing is written. */
export interface Entry {
  readonly name: string;
  readonly key: Node;
  readonly value: Node | null;
}

export function entriesOf(map: YAMLMap): Entry[] {
  return map.items.map((pair) => ({
    name: keyText(pair.key),
    key: pair.key as Node,
    value: pair.value as Node | null,
  }));
}

/**
 * Warns of each key of a mapping that is none of `known`; `what` names the mapping, `otherwise` gives the hint where no known
 * key is alike.
 */
export function warnUnknown(
  file: YamlFile,
  map: YAMLMap,
  known: readonly string[],
  what: string,
  problems: Problem[],
  otherwise: (name: string) => string = () => `Known keys are ${known.join(', ')}`,
): void {
  for (const { name, key } of entriesOf(map)) {
    if (known.includes(name)) continue;
    // The rest would be more of the same, and looking for what was meant takes time.
    if (isFull(problems)) return;
    const meant = didYouMean(name, known);
    const hint = meant === null ? otherwise(name) : `Did you mean \`${meant}\`?`;
    const problem = file.problem(key, 'unknown-key', `\`${name}\` is not a key of ${what}`, hint, 'warning');
    addProblems(problems, [{ ...problem, ...renameKey(file, map, key, known) }]);
  }
}
